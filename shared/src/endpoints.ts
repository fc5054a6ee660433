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

/** The properties of a call, defined with its subject. */
export interface Call {
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

/** One HTTP call, as server, client, OpenAPI document and authorisation tests know it. */
export type RouteShape = Endpoint & Call;

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

export const SOCKET_PATH = '/socket.io';

/**
 * Method and path of each call, in the order of the OpenAPI document. Separate from the schemas, which the client's first chunk
 * does not need and which are five times as large. A literal path precedes every path with parameters that would also match it.
 */
export const endpoints = {
  homeFeed: { method: 'GET', path: '/api/activities/home' },
  newestCruds: { method: 'GET', path: '/api/activities/new' },
  notifications: { method: 'GET', path: '/api/activities/notifications' },
  markNotificationsRead: { method: 'PUT', path: '/api/activities/notifications/read' },
  search: { method: 'GET', path: '/api/activities/search' },
  createActivity: { method: 'POST', path: '/api/activities' },
  profilePage: { method: 'GET', path: '/api/activities/@{handle}' },
  singlePost: { method: 'GET', path: '/api/activities/@{handle}/status/{activity_uuid}' },
  createReply: { method: 'POST', path: '/api/activities/{activity_uuid}/reply' },
  like: { method: 'PUT', path: '/api/activities/{activity_uuid}/like' },
  unlike: { method: 'DELETE', path: '/api/activities/{activity_uuid}/like' },
  repost: { method: 'PUT', path: '/api/activities/{activity_uuid}/repost' },
  unrepost: { method: 'DELETE', path: '/api/activities/{activity_uuid}/repost' },
  burnActivity: { method: 'DELETE', path: '/api/activities/{activity_uuid}' },
  updateProfile: { method: 'PUT', path: '/api/profile/update' },
  messageGroups: { method: 'GET', path: '/api/message_groups' },
  messageLifetime: { method: 'GET', path: '/api/message_groups/{message_group_uuid}/lifetime' },
  setMessageLifetime: { method: 'PUT', path: '/api/message_groups/{message_group_uuid}/lifetime' },
  messages: { method: 'GET', path: '/api/messages/{message_group_uuid}' },
  sendMessage: { method: 'POST', path: '/api/messages' },
  unsendMessage: { method: 'DELETE', path: '/api/messages/{message_uuid}' },
  markMessagesRead: { method: 'PUT', path: '/api/messages/{message_group_uuid}/read' },
  blockedPeople: { method: 'GET', path: '/api/blocks' },
  blockPerson: { method: 'PUT', path: '/api/blocks/{cognito_user_uuid}' },
  unblockPerson: { method: 'DELETE', path: '/api/blocks/{cognito_user_uuid}' },
  mutes: { method: 'GET', path: '/api/mutes' },
  mute: { method: 'POST', path: '/api/mutes' },
  unmute: { method: 'DELETE', path: '/api/mutes/{mute_uuid}' },
  privacySettings: { method: 'GET', path: '/api/users/me/privacy' },
  changePrivacySettings: { method: 'PUT', path: '/api/users/me/privacy' },
  messageRequests: { method: 'GET', path: '/api/message_requests' },
  messageRequest: { method: 'GET', path: '/api/message_requests/{message_group_uuid}' },
  acceptRequest: { method: 'PUT', path: '/api/message_requests/{message_group_uuid}' },
  deleteRequest: { method: 'DELETE', path: '/api/message_requests/{message_group_uuid}' },
  sessions: { method: 'GET', path: '/api/users/me/sessions' },
  endListedSession: { method: 'DELETE', path: '/api/users/me/sessions/{session_uuid}' },
  exportData: { method: 'POST', path: '/api/users/me/export' },
  pushSettings: { method: 'GET', path: '/api/push' },
  subscribePush: { method: 'PUT', path: '/api/push' },
  unsubscribePush: { method: 'DELETE', path: '/api/push' },
  me: { method: 'GET', path: '/api/users/me' },
  deleteAccount: { method: 'DELETE', path: '/api/users/me' },
  suggestedUsers: { method: 'GET', path: '/api/users/suggested' },
  shortUser: { method: 'GET', path: '/api/users/@{handle}/short' },
  handleAvailable: { method: 'GET', path: '/api/users/@{handle}/available' },
  trends: { method: 'GET', path: '/api/trends' },
  requestAvatarUpload: { method: 'POST', path: '/avatars/key_upload' },
  endSession: { method: 'POST', path: '/api/session/end' },
  suspension: { method: 'GET', path: '/api/session/status' },
  report: { method: 'POST', path: '/api/reports' },
  sync: { method: 'GET', path: '/api/sync' },
  machines: { method: 'GET', path: '/api/machines' },
} as const satisfies Record<string, Endpoint>;
