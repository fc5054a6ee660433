import { randomUUID } from 'node:crypto';
import { pathOf, routes } from '@cruddur/shared';
import type { BodyInputOf, OutputOf, ParamsOf, RouteName, Routes } from '@cruddur/shared';

export interface TestResponse {
  status: number;
  headers: Headers;
  /** The parsed JSON; undefined when there is none. */
  body: unknown;
}

type PathParams<T> = keyof T extends never ? { params?: undefined } : { params: T };

/** The content of a call. A body that breaks the contract needs `send`. */
export type CallOptions<N extends RouteName> = PathParams<ParamsOf<Routes[N]>> & {
  body?: BodyInputOf<Routes[N]>;
  query?: Record<string, string>;
  /** The operation id; default a new one. */
  operation?: string;
  headers?: Record<string, string>;
  /** Aborts the call, which then rejects. */
  signal?: AbortSignal;
};

type CallArguments<N extends RouteName> = keyof ParamsOf<Routes[N]> extends never
  ? [options?: CallOptions<N>]
  : [options: CallOptions<N>];

export interface SendOptions {
  /** Sent as is when a string or bytes, else as JSON. */
  body?: unknown;
  headers?: Record<string, string>;
  signal?: AbortSignal | undefined;
}

/** Calls to one application as one user, or as a visitor. */
export interface TestClient {
  /** Returns any answer, refusals included. */
  call<N extends RouteName>(name: N, ...args: CallArguments<N>): Promise<TestResponse>;
  /** Returns the data of a 200. @throws Error with status and codes for any other */
  callOk<N extends RouteName>(name: N, ...args: CallArguments<N>): Promise<OutputOf<Routes[N]>>;
  /** Any request; `path` includes the query. */
  send(method: string, path: string, options?: SendOptions): Promise<TestResponse>;
}

/**
 * @param url the application's origin
 * @param answered receives the status of each answer
 */
export function createClient(
  url: string,
  token?: string,
  answered: (status: number) => void = () => undefined,
): TestClient {
  const authorization = token === undefined ? undefined : { authorization: `Bearer ${token}` };

  const send: TestClient['send'] = async (method, path, { body, headers, signal } = {}) => {
    const raw = body === undefined || typeof body === 'string' || body instanceof Uint8Array;
    const response = await fetch(new URL(path, url), {
      method,
      headers: {
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...authorization,
        ...headers,
      },
      body: raw ? (body as BodyInit | undefined) : JSON.stringify(body),
      redirect: 'manual',
      ...(signal && { signal }),
    });
    answered(response.status);
    return { status: response.status, headers: response.headers, body: parse(await response.text()) };
  };

  const call: TestClient['call'] = (name, ...[options]) => {
    const route = routes[name];
    const {
      params,
      body,
      query,
      operation = randomUUID(),
      headers,
      signal,
    } = (options ?? {}) as LooseOptions;
    const search = query === undefined ? '' : `?${new URLSearchParams(query).toString()}`;
    const path = pathOf(route, (params ?? {}) as ParamsOf<typeof route>);
    return send(route.method, path + search, {
      body,
      headers: { 'amz-sdk-invocation-id': operation, ...headers },
      signal,
    });
  };

  const getOk: TestClient['callOk'] = async (name, ...args) => {
    const { status, body } = await call(name, ...args);
    if (status !== 200) throw new Error(`${name} answered ${status}: ${JSON.stringify(body)}`);
    return body as OutputOf<Routes[typeof name]>;
  };

  return { call, callOk: getOk, send };
}

interface LooseOptions extends SendOptions {
  params?: Record<string, string>;
  query?: Record<string, string>;
  operation?: string;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text === '' ? undefined : text;
  }
}
