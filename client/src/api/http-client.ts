import { endpoints, nextPageOf, parseStreamCursors, RETRY } from '@cruddur/shared';
import type { OutputOf, RouteName, Routes, StreamCursors } from '@cruddur/shared';
import { ApiError } from './api-error.ts';
import { buildRequestPath, type CallInput } from './request.ts';
import { isRetriable, parseRetryAfter, retryDelayMs } from './retry.ts';

/** A successful answer: its body, where the snapshot stands, and where the next page starts. */
export interface ApiResponse<T> {
  data: T;
  cursors: StreamCursors | null;
  next: string | null;
}

/** Calls any entry of the route table. @throws {ApiError} for everything but a 200 */
export type Call = <N extends RouteName>(
  name: N,
  input: CallInput<N>,
) => Promise<ApiResponse<OutputOf<Routes[N]>>>;

/** Whose token a call carries. */
export interface TokenSource {
  accessToken(): Promise<string | null>;
  /** A new token, or null when the person is signed out. */
  refresh(force: boolean): Promise<string | null>;
}

export interface HttpClientParts {
  /** Origin of a call; empty means the page's own. */
  originOf(name: RouteName): string;
  tokens: TokenSource;
  fetch(url: string, init: RequestInit): Promise<Response>;
  delay(ms: number, signal?: AbortSignal): Promise<void>;
  /** Epoch milliseconds by this machine. */
  now(): number;
  /** 0 to 1. */
  random(): number;
  newId(): string;
}

export function createHttpClient(parts: HttpClientParts): Call {
  return async (name, input) => {
    const operationId = input.operationId ?? parts.newId();
    const url = parts.originOf(name) + buildRequestPath(name, input);
    const send = async (token: string | null, attempt: number) => {
      const headers = buildHeaders({ token, operationId, attempt, hasBody: input.body !== undefined });
      const body = input.body === undefined ? null : JSON.stringify(input.body);
      return parts.fetch(url, {
        ...{ method: endpoints[name].method, headers, body, credentials: 'omit' },
        ...(input.signal && { signal: input.signal }),
      });
    };
    const response = await sendWithRetry(parts, send, input.signal);
    if (response.status !== 200) throw new ApiError(response.status, await readErrorCodes(response));
    return parseResponse(response);
  };
}

type Send = (token: string | null, attempt: number) => Promise<Response>;

/** Up to three attempts; one 401 is answered by a forced refresh and counts as no attempt of its own. */
async function sendWithRetry(parts: HttpClientParts, send: Send, signal?: AbortSignal): Promise<Response> {
  let token = await parts.tokens.accessToken();
  let refreshed = false;
  for (let attempt = 1; ; attempt++) {
    let response = await resolveOrNull(send(token, attempt), signal);
    if (response?.status === 401 && token && !refreshed) {
      refreshed = true;
      token = await parts.tokens.refresh(true);
      if (token) response = await resolveOrNull(send(token, attempt), signal);
    }
    if (response && !isRetriable(response.status)) return response;
    if (attempt === RETRY.attempts) {
      if (response) return response;
      throw new ApiError(0, ['generic_500']);
    }
    const requestedDelayMs = parseRetryAfter(response?.headers.get('retry-after') ?? null, parts.now());
    await parts.delay(retryDelayMs(attempt, parts.random(), requestedDelayMs), signal);
  }
}

/** A thrown failure becomes null, to be tried again; being called off stays an exception. */
async function resolveOrNull(sent: Promise<Response>, signal?: AbortSignal): Promise<Response | null> {
  try {
    return await sent;
  } catch (failure) {
    if (signal?.aborted) throw failure;
    return null;
  }
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
    'amz-sdk-request': `attempt=${attempt}; max=${RETRY.attempts}`,
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

/** The codes of a failure's body; a body that is not a list of codes gives `generic_{status}`. */
async function readErrorCodes(response: Response): Promise<readonly string[]> {
  try {
    const body: unknown = await response.json();
    const codes = Array.isArray(body) ? body.filter((code): code is string => typeof code === 'string') : [];
    if (codes.length > 0) return codes;
  } catch {
    // An unreadable body says no more than the status.
  }
  return [`generic_${response.status}`];
}
