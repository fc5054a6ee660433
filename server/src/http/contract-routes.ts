import {
  formatStreamCursors,
  type Method,
  PAGE_SIZE,
  type RouteName,
  routes,
  type RouteShape,
} from '@cruddur/shared';
import type { Request, RequestHandler, Response } from 'express';
import { randomUUID } from 'node:crypto';
import { Refusal } from '../domain/errors.ts';
import { createKeyedSemaphore, type KeyedSemaphore } from '../domain/keyed-semaphore.ts';
import type { ReplayOperation } from '../domain/operations/create-replay.ts';
import type { AuthenticateToken } from '../domain/sessions/authenticate-token.ts';
import type { Answer, Call, EncodedAnswer, Operation, StreamedAnswer, UseCases } from '../domain/use-case.ts';
import type { Viewer } from '../domain/viewer.ts';
import { authenticate } from './authenticate.ts';
import { type MatchedRoute, matchRoute } from './match-route.ts';
import type { Limiter } from './rate-limits.ts';
import { readBody, readInput, readOperation } from './read-request.ts';
import { sendFile } from './send-file.ts';
import { allowOnly } from './error-handler.ts';

export interface RouteDeps {
  useCases: UseCases;
  replayOperation: ReplayOperation;
  authenticateToken: AuthenticateToken;
  limiter: Limiter;
}

/** Calls of one person at the same time: what they wait for, as a connection of the store, has places for some hundreds in all. */
const CALLS_PER_PERSON = 100;

/**
 * Answers every call of the contract by its entry in the table. Other paths are passed on.
 * @throws Refusal generic_429 for too many calls of one person at the same time
 */
export function createContractRoutes(routeDeps: RouteDeps): RequestHandler {
  const personSemaphore = createKeyedSemaphore(CALLS_PER_PERSON, () => new Refusal('generic_429', 1));
  const deps = { ...routeDeps, personSemaphore };
  return async (request, response, next) => {
    const routesByMethod = matchRoute(request.path);
    if (routesByMethod.size === 0) {
      next();
      return;
    }
    const method = request.method === 'HEAD' ? 'GET' : request.method;
    const matched = routesByMethod.get(method as Method);
    if (matched) {
      response.locals.route = matched.name;
      const answer = await answerCall(deps, matched, { request, response });
      if ('chunks' in answer) await sendFile(response, answer);
      else sendAnswer(request, response, inOneOrder(routes[matched.name], answer));
      return;
    }
    const methods = [...routesByMethod.keys()].flatMap((one) => (one === 'GET' ? ['GET', 'HEAD'] : [one]));
    allowOnly(...methods)(request, response, next);
  };
}

type AnyAnswer = Answer<unknown> | EncodedAnswer | StreamedAnswer;

interface CallDeps extends RouteDeps {
  personSemaphore: KeyedSemaphore;
}

interface Exchange {
  request: Request;
  response: Response;
}

/** Limits, token, body, input, use case. */
async function answerCall(deps: CallDeps, matched: MatchedRoute, exchange: Exchange): Promise<AnyAnswer> {
  const { name, params } = matched;
  const { request, response } = exchange;
  const route: RouteShape = routes[name];
  const { viewer, accessToken } = await authenticate(deps.authenticateToken, {
    route,
    authorization: request.get('authorization'),
    userAgent: request.get('user-agent') ?? '',
    charges: {
      address: () => deps.limiter.consumeByAddress(request.ip ?? '', route.budget),
      person: (sub) => deps.limiter.consumeByPerson(sub, route.budget),
    },
  });
  const run = async () => {
    const body = route.body ? await readBody(request, response) : {};
    const operation = route.operation ? readOperation(request, body) : { id: randomUUID(), fingerprint: '' };
    const call = { name, viewer, operation };
    const input = await readUnlessReplayed(deps, call, () =>
      readInput(route, { params, query: request.query, body }),
    );
    if ('earlier' in input) return input.earlier;
    const origin = { requestId: response.get('X-Request-Id') ?? '', address: request.ip ?? '' };
    return useCaseOf(deps, name)({ ...input, viewer, accessToken, operation, origin } as Call<RouteShape>);
  };
  return viewer ? deps.personSemaphore.run(viewer.sub, run) : run();
}

/**
 * A repeat of an operation gets its earlier answer even if its input is not valid any more. Only then it is looked up here:
 * the commit finds any other repeat, so that a new operation costs no read.
 */
async function readUnlessReplayed<I extends object>(
  { replayOperation }: RouteDeps,
  { name, viewer, operation }: { name: RouteName; viewer: Viewer | null; operation: Operation },
  read: () => I,
): Promise<I | { earlier: Answer<unknown> }> {
  try {
    return read();
  } catch (refusal) {
    const earlier = viewer && (await replayOperation(name, viewer, operation));
    if (earlier) return { earlier };
    throw refusal;
  }
}

/** The cast is safe: `readInput` has checked the input against the same route that types the use case. */
function useCaseOf({ useCases }: RouteDeps, name: RouteName) {
  return useCases[name] as unknown as (call: Call<RouteShape>) => Promise<AnyAnswer>;
}

/** What a write made and what is stored of it list their fields in different orders. A repeat gets the bytes of the first answer. */
function inOneOrder(route: RouteShape, answer: Exclude<AnyAnswer, StreamedAnswer>): typeof answer {
  if (!route.operation || !('data' in answer)) return answer;
  const ordered = route.output.safeParse(answer.data);
  return ordered.success ? { ...answer, data: ordered.data } : answer;
}

/**
 * Sends 200 and JSON, with the snapshot's cursors and the address of the next page. Without Express's `json`, which would inspect
 * each answer for an ETag and a 304 that no call has.
 */
function sendAnswer(request: Request, response: Response, answer: Answer<unknown> | EncodedAnswer): void {
  if (answer.cursors) response.setHeader('X-Cursor', formatStreamCursors(answer.cursors));
  if (answer.next !== undefined)
    response.setHeader('Link', `<${nextAddress(request, answer.next)}>; rel="next"`);
  const body = answer.encoded ?? JSON.stringify('data' in answer ? answer.data : null);
  response.setHeader('Content-Type', 'application/json; charset=utf-8');
  response.setHeader('Content-Length', Buffer.byteLength(body));
  response.end(body);
}

function nextAddress({ originalUrl }: Request, before: string): string {
  if (!originalUrl.includes('?')) {
    const query = new URLSearchParams({ before, limit: String(PAGE_SIZE) });
    return `${originalUrl}?${query.toString()}`;
  }
  const { pathname, searchParams } = new URL(originalUrl, 'http://here');
  const limit = searchParams.get('limit') ?? String(PAGE_SIZE);
  searchParams.delete('limit');
  searchParams.set('before', before);
  searchParams.set('limit', limit);
  return `${pathname}?${searchParams.toString()}`;
}
