import {
  endpoints,
  nextPageOf,
  parseStreamCursors,
  pathOf,
  RETRIED_STATUSES,
  HTTP_RETRY,
  type BodyInputOf,
  type OutputOf,
  type ParamsOf,
  type QueryOf,
  type Routes,
  type StreamCursors,
} from '@cruddur/shared';
import { delay, type Runtime } from '../runtime/runtime.ts';
import { readClaims } from '../session/session.ts';
import { ApiError } from './api-error.ts';

/** A successful response: its body, the stream positions of its snapshot, and the start of the next page. */
export interface ApiResponse<T> {
  data: T;
  cursors: StreamCursors | null;
  next: string | null;
}

type RequiredWhenDeclared<K extends string, V> = [V] extends [undefined]
  ? Partial<Record<K, undefined>>
  : keyof V extends never
    ? Partial<Record<K, V>>
    : Record<K, V>;

type CallName = keyof typeof endpoints;

/** The input of a route: path parameters, query and body, each only where the route declares one. */
type CallInput<N extends CallName> = RequiredWhenDeclared<'params', ParamsOf<Routes[N]>> &
  RequiredWhenDeclared<'query', QueryOf<Routes[N]>> &
  RequiredWhenDeclared<'body', BodyInputOf<Routes[N]>> & {
    /** The idempotency key: the same over retries, reloads and tabs. Default: a new one per call. */
    operationId?: string;
    /** The start of the page; left out for the first page. */
    before?: string | null;
    /** Instead of the session's token. */
    accessToken?: string;
    signal?: AbortSignal;
  };

/** Calls any entry of the route table. @throws {ApiError} for every status but 200 */
export type Call = <N extends CallName>(
  name: N,
  input: CallInput<N>,
) => Promise<ApiResponse<OutputOf<Routes[N]>>>;

/** The source of the bearer token of each call. */
export interface TokenSource {
  accessToken(): Promise<string | null>;
  /** The token in place of a rejected one, or null when the user is signed out. */
  refresh(rejected: string | null): Promise<string | null>;
}

interface HttpClientParts {
  /** Origin of a call; empty means the page's own. */
  originOf(name: CallName): string;
  tokens: TokenSource;
  fetch(url: string, init: RequestInit): Promise<Response>;
  runtime: Omit<Runtime, 'page'>;
}

export function createHttpClient(parts: HttpClientParts): Call {
  return async (name, input) => {
    const operationId = input.operationId ?? parts.runtime.newId();
    const url = parts.originOf(name) + buildRequestPath(name, input);
    const send = async (token: string | null, attempt: number) =>
      parts.fetch(url, {
        method: endpoints[name].method,
        headers: buildHeaders({ token, operationId, attempt, hasBody: input.body !== undefined }),
        body: input.body === undefined ? null : JSON.stringify(input.body),
        credentials: 'omit',
        ...(input.signal && { signal: input.signal }),
      });
    const response = await sendWithRetry(parts, send, input);
    if (response.status !== 200) throw new ApiError(response.status, await readErrorCodes(response));
    return parseResponse(response);
  };
}

/** The address parts of an input; their types were checked against the route table. */
interface UntypedInput {
  params?: Record<string, string>;
  query?: Record<string, string | undefined>;
  before?: string | null;
}

/** Path and query of a call, as `/api/activities/home?before=…`. */
function buildRequestPath<N extends CallName>(name: N, input: CallInput<N>): string {
  const { params = {}, query = {}, before }: UntypedInput = input;
  const path = pathOf(endpoints[name], params as ParamsOf<(typeof endpoints)[N]>);
  const search = new URLSearchParams();
  for (const [key, value] of Object.entries(query)) if (value !== undefined) search.set(key, value);
  if (before) search.set('before', before);
  const text = search.toString();
  return text ? `${path}?${text}` : path;
}

type Send = (token: string | null, attempt: number) => Promise<Response>;

/** Up to three attempts. One 401 triggers a forced refresh, and the repeat with the same member's new token belongs to the same attempt. */
async function sendWithRetry(
  { tokens, runtime: { now, random, timers } }: HttpClientParts,
  send: Send,
  { accessToken, signal }: { accessToken?: string; signal?: AbortSignal },
): Promise<Response> {
  let token = accessToken ?? (await tokens.accessToken());
  let refreshed = accessToken !== undefined;
  for (let attempt = 1; ; attempt++) {
    let response = await resolveOrNull(send(token, attempt), signal);
    if (response?.status === 401 && token && !refreshed) {
      refreshed = true;
      const renewed = await tokens.refresh(token);
      // Another member may have signed in meanwhile.
      if (renewed && readClaims(renewed)?.sub === readClaims(token)?.sub) {
        token = renewed;
        response = await resolveOrNull(send(token, attempt), signal);
      }
    }
    if (response && !RETRIED_STATUSES.includes(response.status)) return response;
    if (attempt === HTTP_RETRY.attempts) {
      if (response) return response;
      throw new ApiError(0, ['generic_500']);
    }
    const requestedDelayMs = parseRetryAfter(response?.headers.get('retry-after') ?? null, now());
    await delay(timers, retryDelayMs(attempt, random(), requestedDelayMs), signal);
  }
}

/** Null for a failure that may be retried; an abort stays an exception. */
async function resolveOrNull(sent: Promise<Response>, signal?: AbortSignal): Promise<Response | null> {
  try {
    return await sent;
  } catch (failure) {
    if (signal?.aborted) throw failure;
    return null;
  }
}

/**
 * The delay before the next attempt, in milliseconds: 2^n times the base plus jitter, or the server's delay if that is longer.
 * @param attempt the attempt that has just failed, from 1
 * @param jitter 0 to 1
 * @param retryAfterMs the delay of the `Retry-After` header, or null
 */
function retryDelayMs(attempt: number, jitter: number, retryAfterMs: number | null): number {
  const backoffMs = 2 ** attempt * HTTP_RETRY.baseMs + jitter * HTTP_RETRY.jitterMs;
  return Math.min(Math.max(backoffMs, retryAfterMs ?? 0), HTTP_RETRY.maxDelayMs);
}

/** Parses `Retry-After`: seconds or an HTTP date. @returns milliseconds, or null when it is missing or unreadable */
function parseRetryAfter(header: string | null, now: number): number | null {
  if (!header) return null;
  const seconds = Number(header);
  const ms = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(header) - now;
  return Number.isFinite(ms) ? Math.max(0, ms) : null;
}

interface HeaderValues {
  token: string | null;
  operationId: string;
  attempt: number;
  hasBody: boolean;
}

function buildHeaders({ token, operationId, attempt, hasBody }: HeaderValues): Record<string, string> {
  return {
    accept: 'application/json',
    'cache-control': 'no-store',
    'amz-sdk-invocation-id': operationId,
    'amz-sdk-request': `attempt=${attempt}; max=${HTTP_RETRY.attempts}`,
    ...(hasBody && { 'content-type': 'application/json' }),
    ...(token && { authorization: `Bearer ${token}` }),
  };
}

async function parseResponse<T>(response: Response): Promise<ApiResponse<T>> {
  let data: T;
  try {
    data = (await response.json()) as T;
  } catch {
    throw new ApiError(200, ['generic_500']);
  }
  const cursors = parseStreamCursors(response.headers.get('x-cursor'));
  return { data, cursors, next: nextPageOf(response.headers.get('link')) };
}

/** The codes of an error body; a body that is not a list of codes gives `generic_{status}`. */
async function readErrorCodes(response: Response): Promise<readonly string[]> {
  try {
    const body: unknown = await response.json();
    const codes = Array.isArray(body) ? body.filter((code): code is string => typeof code === 'string') : [];
    if (codes.length > 0) return codes;
  } catch {
    // An unreadable body adds nothing to the status.
  }
  return [`generic_${response.status}`];
}

/** The `Date` header has whole seconds. */
const DATE_PRECISION_MS = 1000;

type Fetch = (url: string, init: RequestInit) => Promise<Response>;

interface TimedFetchParts {
  fetch: Fetch;
  /** Epoch milliseconds by this machine. */
  now: () => number;
  recordAnswerTime: (serverTime: number, timing: { from: number; precisionMs: number }) => void;
}

/** Reads the server's time from the `Date` header of every answer. */
export function createTimedFetch({ fetch, now, recordAnswerTime }: TimedFetchParts): Fetch {
  return async (url, init) => {
    const requestedAt = now();
    const response = await fetch(url, init);
    const serverTime = Date.parse(response.headers.get('date') ?? '');
    if (!Number.isNaN(serverTime))
      recordAnswerTime(serverTime, { from: requestedAt, precisionMs: DATE_PRECISION_MS });
    return response;
  };
}
