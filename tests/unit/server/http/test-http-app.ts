import { routes, type BodyInputOf, type PageRenderer, type RouteName, type Routes } from '@cruddur/shared';
import { systemClock } from '../../../../server/src/domain/clock.ts';
import { Refusal } from '../../../../server/src/domain/errors.ts';
import type { Logger } from '../../../../server/src/domain/logger.ts';
import type { Answer, UseCases } from '../../../../server/src/domain/use-case.ts';
import type { AuthenticateToken } from '../../../../server/src/domain/sessions/authenticate-token.ts';
import { systemTimers } from '../../../../server/src/domain/timers.ts';
import type { Viewer } from '../../../../server/src/domain/viewer.ts';
import type { PageRendering } from '../../../../server/src/http/client-pages.ts';
import { createHttpApp, type HttpDeps } from '../../../../server/src/http/create-http-app.ts';
import { createHttpServer, limitServer } from '../../../../server/src/http/create-http-server.ts';
import type { PublicEvents } from '../../../../server/src/http/pages/page-cache.ts';
import { createMetrics } from '../../../../server/src/http/metrics.ts';
import { unlimited } from '../../../../server/src/http/rate-limits.ts';
import { listenLocally } from '../../../support/listen-locally.ts';
import type { BodyTimeouts } from '../../../../server/src/http/guard-bodies.ts';

export const bayko: Viewer = {
  sub: '6a1f4f6e-2a2c-4f0e-8a0e-1f2e3d4c5b6a',
  handle: 'bayko',
  display_name: 'Bayko',
  session: { sub: '6a1f4f6e-2a2c-4f0e-8a0e-1f2e3d4c5b6a', originJti: 'o', authTime: 1, expiresAt: 2 },
};

/** Calls that reached a use case, untyped: tests check single fields. */
export interface RecordedCall {
  name: RouteName;
  call: {
    params: Record<string, string>;
    query: unknown;
    body: unknown;
    page: { before?: string; limit: number };
    viewer: Viewer | null;
    operation: { id: string; fingerprint: string };
  };
}

export interface TestHttpApp extends AsyncDisposable {
  url: string;
  port: number;
  recordedCalls: RecordedCall[];
  logLines: string[];
}

type Overrides = Partial<Omit<HttpDeps, 'settings'>> & { settings?: Partial<HttpDeps['settings']> };

/** The real HTTP server on a free port, with use cases that only record their calls. */
export async function startTestHttpApp(
  { settings, ...overrides }: Overrides = {},
  timeouts: Partial<BodyTimeouts> = {},
): Promise<TestHttpApp> {
  const reached: RecordedCall[] = [];
  const logged: string[] = [];
  const log = (facts: object, text: string) => void logged.push(JSON.stringify({ ...facts, text }));
  const logger: Logger = { debug: log, info: log, warn: log, error: log };
  const app = createHttpApp({
    useCases: createRecordingUseCases(reached),
    replayOperation: () => Promise.resolve(null),
    authenticateToken: createTestAuthenticator(),
    limiter: unlimited,
    logger,
    metrics: createMetrics(),
    readiness: () => Promise.resolve({ ready: true, degraded: [] }),
    isUnavailable: () => false,
    pictureCache: { find: () => Promise.resolve(null), evict: () => undefined },
    pages: renderingWith(null),
    settings: {
      allowedOrigins: ['https://friend.example'],
      connectOrigins: ['https://idp.example'],
      metricsAccess: { isOpenLocally: true },
      trustProxy: false,
      secure: false,
      clientDir: '/nowhere',
      clientConfig: {},
      ...settings,
    },
    ...overrides,
  });
  const server = await listenLocally(limitServer(createHttpServer(app), timeouts));
  return { ...server, recordedCalls: reached, logLines: logged };
}

/** Rendering without events. */
export function renderingWith(renderer: PageRenderer | null): PageRendering {
  const publicEvents: PublicEvents = {
    awaitHead: () => Promise.resolve(),
    eventsAfter: () => [],
    listen: () => undefined,
  };
  const publicUrl = () => 'https://cruddur.example';
  return { renderer, publicEvents, clock: systemClock, timers: systemTimers, publicUrl };
}

/** Accepts `good`, and every other token with that prefix as the token of another user. */
function createTestAuthenticator(): AuthenticateToken {
  const known = new Set<string>();
  return async (token, { beforeVerify, onVerified } = {}) => {
    if (!known.has(token)) await beforeVerify?.();
    if (!token.startsWith('good')) throw new Refusal('generic_401');
    known.add(token);
    const viewer = token === 'good' ? bayko : { ...bayko, sub: token };
    await onVerified?.(viewer.sub);
    return viewer;
  };
}

/** Use cases that only record their calls; some can be replaced. */
export function createRecordingUseCases(reached: RecordedCall[], given: Partial<UseCases> = {}): UseCases {
  const names = Object.keys(routes) as RouteName[];
  const noting = names.map((name) => [
    name,
    (call: RecordedCall['call']): Promise<Answer<unknown>> => {
      reached.push({ name, call });
      return Promise.resolve({ data: { from: name } });
    },
  ]);
  return { ...(Object.fromEntries(noting) as UseCases), ...given };
}

/** A path of the table with a value for every parameter. */
export function fillPath(name: RouteName): string {
  const query = name === 'search' ? '?term=fire' : '';
  return routes[name].path.replace(/\{\w+\}/g, '0b4b3f0e-93ad-4dc8-b1c4-0c8a6b4e2f11') + query;
}

type CallWithBody = { [N in RouteName]: Routes[N] extends { body: unknown } ? N : never }[RouteName];

const bodies: { [N in CallWithBody]: BodyInputOf<Routes[N]> } = {
  createActivity: { message: 'hello' },
  createReply: { activity_uuid: '0b4b3f0e-93ad-4dc8-b1c4-0c8a6b4e2f11', message: 'hello' },
  updateProfile: { display_name: 'Bayko' },
  sendMessage: { message: 'hello', handle: 'londo' },
  setMessageLifetime: { lifetime: '1-hour' },
  changePrivacySettings: { typing: false },
  mute: { kind: 'word', value: 'spoiler', duration: '1-day' },
  subscribePush: {
    endpoint: 'https://push.example.com/abc',
    keys: { p256dh: 'B'.repeat(87), auth: 'A'.repeat(22) },
    choice: { messages: true, replies: true, mentions: false },
  },
  markMessagesRead: { uuid: '0b4b3f0e-93ad-4dc8-b1c4-0c8a6b4e2f11' },
  markNotificationsRead: { before: '1.a' },
  requestAvatarUpload: { extension: 'png' },
  endSession: {},
  report: { kind: 'crud', uuid: '0b4b3f0e-93ad-4dc8-b1c4-0c8a6b4e2f11', reason: 'spam' },
};
/** A valid body for each call with a body. */
export const validBodies: Partial<Record<RouteName, object>> = bodies;

export interface RequestOptions {
  token?: string;
  body?: unknown;
  /** Sent as is, in place of `body`. */
  text?: string;
  headers?: Record<string, string>;
  method?: string;
}

/** One call over HTTP, with JSON in and out. */
export async function sendRequest(
  app: TestHttpApp,
  path: string,
  { token, body, text, headers, method = 'GET' }: RequestOptions = {},
) {
  const payload = text ?? (body === undefined ? null : JSON.stringify(body));
  const response = await fetch(app.url + path, {
    method,
    body: payload,
    headers: {
      ...(payload !== null && { 'content-type': 'application/json' }),
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...headers,
    },
  });
  const answer = await response.text();
  return { status: response.status, headers: response.headers, text: answer, json: jsonOf(answer) };
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
