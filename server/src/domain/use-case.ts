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
import type { RequestOrigin } from './audit.ts';
import type { Viewer } from './viewer.ts';

/** One write of a person, the same over retries, reloads and tabs. */
export interface Operation {
  id: string;
  /** The hash of method, path and body without `user_handle`: the same id with another fingerprint is refused. */
  fingerprint: string;
}

/** A call whose token, limits and input the HTTP layer has checked. */
export interface Call<R extends RouteShape> {
  params: ParamsOf<R>;
  query: QueryOf<R>;
  body: BodyOf<R>;
  /** On routes without paging the first page. */
  page: Page;
  viewer: R['access'] extends 'person' ? Viewer : Viewer | null;
  /** The viewer's token, for calls to the identity provider on their behalf. Never stored, never logged. */
  accessToken: R['access'] extends 'person' ? string : string | null;
  /** On routes without operation ids a new one. */
  operation: Operation;
  /** For the audit log; absent in calls of the server itself. */
  origin?: RequestOrigin;
}

/** The result of a use case; the HTTP layer sends `cursors` as `X-Cursor` and `next` as `Link`. */
export interface Answer<T> {
  data: T;
  /** The JSON of `data`, if many answers share it. */
  encoded?: string;
  cursors?: StreamCursors;
  /** The opaque `before` of the next page; absent at the end. */
  next?: string | undefined;
}

/** An answer whose JSON is built where its data is read. */
export type EncodedAnswer = Omit<Answer<unknown>, 'data' | 'encoded'> & { encoded: string | Uint8Array };

/** A file that is read part by part; the parts end when the reader leaves. */
export interface StreamedAnswer {
  fileName: string;
  /** JSON, in parts. */
  chunks: AsyncIterable<string>;
}

export type UseCase<R extends RouteShape> = (call: Call<R>) => Promise<Answer<OutputOf<R>>>;
/** One use case for every call of the contract: a missing one does not compile. */
export type UseCases = {
  [N in RouteName]: N extends 'homeFeed'
    ? (call: CallOf<N>) => Promise<EncodedAnswer>
    : Routes[N] extends { streamed: true }
      ? (call: CallOf<N>) => Promise<StreamedAnswer>
      : UseCase<Routes[N]>;
};
export type CallOf<N extends RouteName> = Call<Routes[N]>;
export type AnswerOf<N extends RouteName> = Promise<Answer<OutputOf<Routes[N]>>>;
