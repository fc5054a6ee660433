import type * as z from 'zod/mini';
import type { ErrorCode } from './errors.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** Who may call: anyone; anyone, with the viewer's marks in the answer if a token is sent; or signed-in people only. */
export type Access = 'public' | 'optional' | 'person';

/** Method and path of a call. */
export interface Endpoint {
  readonly method: Method;
  /** `{name}` is a path parameter. */
  readonly path: `/${string}`;
}

/** One HTTP call, as server, client, OpenAPI document and authorisation tests know it. */
export interface RouteShape extends Endpoint {
  readonly summary: string;
  readonly access: Access;
  /** The rate-limit budget that the call uses. */
  readonly budget: 'read' | 'write' | 'lookup' | 'sync';
  /** Accepts `?before=&limit=` and answers with a `Link` header. */
  readonly paged?: true;
  /** Has an operation id: a repeat changes nothing and gets the same answer. */
  readonly operation?: true;
  /** Also allowed for an erased account whose sign-in has ended, so that the erasure can be repeated. */
  readonly allowErased?: true;
  /** Also allowed for a suspended person; every other call with a token is refused with `account_suspended`. */
  readonly allowSuspended?: true;
  /** Answers with an `X-Cursor` header: the stream positions of the snapshot. */
  readonly snapshot?: true;
  /** Answers with a file that is written while it is read, so a failure after its start cuts the connection. */
  readonly streamed?: true;
  readonly query?: z.ZodMiniObject;
  readonly body?: z.ZodMiniType;
  readonly output: z.ZodMiniType;
  /** Error codes beyond the generic ones. */
  readonly errors: readonly ErrorCode[];
}

type ParamNames<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ParamNames<Rest>
  : never;

export type ParamsOf<R extends Pick<Endpoint, 'path'>> = Record<ParamNames<R['path']>, string>;
export type BodyOf<R extends RouteShape> = R extends { body: infer B extends z.ZodMiniType }
  ? z.output<B>
  : undefined;
export type BodyInputOf<R extends RouteShape> = R extends { body: infer B extends z.ZodMiniType }
  ? z.input<B>
  : undefined;
export type QueryOf<R extends RouteShape> = R extends { query: infer Q extends z.ZodMiniType }
  ? z.output<Q>
  : undefined;
export type OutputOf<R extends RouteShape> = z.output<R['output']>;

/** The path with its parameters filled in, each URL-encoded. */
export function pathOf<R extends Pick<Endpoint, 'path'>>(route: R, params: ParamsOf<R>): string {
  const values: Record<string, string> = params;
  return route.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values[name] ?? ''));
}
