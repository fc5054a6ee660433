import type {
  BodyOf,
  OutputOf,
  Page,
  ParamsOf,
  QueryOf,
  RouteName,
  Routes,
  RouteShape,
  StreamCursors,
} from '@cruddur/shared';
import type { Viewer } from './viewer.ts';

/** One act of a person, the same over retries, reloads and tabs. */
export interface Operation {
  id: string;
  /** Hash of method, path and body without `user_handle`: the same id with another fingerprint is refused. */
  fingerprint: string;
}

/** A call that has passed the door: token, limits and shape are checked. */
export interface Call<R extends RouteShape> {
  params: ParamsOf<R>;
  query: QueryOf<R>;
  body: BodyOf<R>;
  /** Present on paged routes; elsewhere the first page. */
  page: Page;
  viewer: R['access'] extends 'person' ? Viewer : Viewer | null;
  /** The viewer's own, for asking the identity provider in their name. Never kept, never logged. */
  accessToken: R['access'] extends 'person' ? string : string | null;
  /** Present on operation routes; elsewhere a fresh one. */
  operation: Operation;
}

/** What a use-case gives back; the door turns `cursors` into `X-Cursor` and `next` into `Link`. */
export interface Answer<T> {
  data: T;
  /** The JSON of `data`, where many share it. */
  encoded?: string;
  cursors?: StreamCursors;
  /** The opaque `before` of the next page; absent at the end. */
  next?: string | undefined;
}

export type UseCase<R extends RouteShape> = (call: Call<R>) => Promise<Answer<OutputOf<R>>>;
/** One use-case for every call of the contract: a missing one does not compile. */
export type UseCases = { [N in RouteName]: UseCase<Routes[N]> };
export type CallOf<N extends RouteName> = Call<Routes[N]>;
export type AnswerOf<N extends RouteName> = Promise<Answer<OutputOf<Routes[N]>>>;
