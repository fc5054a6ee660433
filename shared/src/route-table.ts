import type * as z from 'zod/mini';
import type { ErrorCode } from './errors.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** Who may call: anybody, anybody but the viewer's marks are added when a token comes along, or signed-in people. */
export type Access = 'public' | 'optional' | 'person';

/** How a call is addressed. */
export interface Endpoint {
  readonly method: Method;
  /** `{name}` stands for a path parameter. */
  readonly path: `/${string}`;
}

/** One HTTP call: all that server, client, OpenAPI document and authorisation matrix know of it. */
export interface RouteShape extends Endpoint {
  readonly summary: string;
  readonly access: Access;
  /** Which budget a call draws on. */
  readonly budget: 'read' | 'write' | 'lookup';
  /** Pages by `?before=&limit=` and answers `Link`. */
  readonly paged?: true;
  /** Carries an operation id: repeating it changes nothing and is answered alike. */
  readonly operation?: true;
  /** Also answered for an erased account whose sign-in has ended, so that its erasure can be repeated. */
  readonly allowErased?: true;
  /** Answers `X-Cursor`: where the snapshot stands. */
  readonly snapshot?: true;
  readonly query?: z.ZodMiniObject;
  readonly body?: z.ZodMiniType;
  readonly output: z.ZodMiniType;
  /** Codes beyond the generic ones of its kind. */
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

/** Fills the parameters of a path, each encoded. */
export function pathOf<R extends Pick<Endpoint, 'path'>>(route: R, params: ParamsOf<R>): string {
  const values: Record<string, string> = params;
  return route.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values[name] ?? ''));
}
