/** Type tests of the contract. `tsc -b` checks this file; nothing runs it. What must compile is proved by its use in the product. */
import {
  endpoints,
  isErrorCode,
  pathOf,
  routes,
  statusOfCodes,
  type BodyInputOf,
  type ClientToServerEvents,
  type ErrorCode,
  type EventData,
  type ParamsOf,
  type QueryOf,
  type Routes,
  type RouteShape,
  type ServerEvent,
  type ServerToClientEvents,
  type StreamEvent,
} from '@cruddur/shared';
import type { Socket } from 'socket.io-client';
import { expectTypeOf, test } from 'vitest';
import type { Call as ClientCall } from '../../client/src/base/http/http-client.ts';
import { Refusal } from '../../server/src/domain/errors.ts';
import type { Call, UseCases } from '../../server/src/domain/use-case.ts';
import type { Viewer } from '../../server/src/domain/viewer.ts';
import type { GatewayServer } from '../../server/src/gateway/gateway-types.ts';

declare const server: GatewayServer;
declare const socket: Socket<ServerToClientEvents, ClientToServerEvents>;
declare const call: ClientCall;
declare const useCases: UseCases;

test('server and client send their events with their payloads', () => {
  // @ts-expect-error there is no such event
  socket.on('typed', () => undefined);
  // @ts-expect-error the payload has no such field
  socket.on('presence', ({ message_group_uuid: _ }) => undefined);
  // @ts-expect-error the code is not one of `BYE_CODES`
  server.emit('bye', { code: 'gone' });
  // @ts-expect-error the payload has no such field
  server.emit('drain', { seconds: 1 });
  // @ts-expect-error commands that change data go over HTTP
  socket.emit('createActivity', { message: '' });
  // @ts-expect-error the reply is required
  socket.emit('auth', { token: '' });
  // @ts-expect-error there is no such stream
  socket.emit('sync', { stream: 'user', after: '1.a' }, () => undefined);
});

test('the kind of an event determines its data', () => {
  // @ts-expect-error there is no such kind
  expectTypeOf<EventData<'activity.liked'>>().toBeNever();
  const event = {} as StreamEvent;
  if (event.kind === 'read.updated') expectTypeOf(event.data.unread).toBeNumber();
  // @ts-expect-error public events carry no marks of a viewer
  if (event.kind === 'activity.created') void event.data.liked;
  expectTypeOf<ServerEvent<'purge'>>().toEqualTypeOf<'due' | 'more' | 'done' | 'failed'>();
});

test('a route has an access, an output and known error codes, from which params, query and body follow', () => {
  const route = { ...routes.trends, errors: [] } as const satisfies RouteShape;
  // @ts-expect-error `admin` is no access
  ({ ...route, access: 'admin' }) satisfies RouteShape;
  // @ts-expect-error the code is not in the catalogue
  ({ ...route, errors: ['no_such_code'] }) satisfies RouteShape;
  // @ts-expect-error a path starts with a slash
  ({ ...route, path: 'api/trends' }) satisfies RouteShape;
  const { output: _, ...withoutOutput } = route;
  // @ts-expect-error the output is missing
  withoutOutput satisfies RouteShape;
  expectTypeOf<ParamsOf<Routes['singlePost']>>().toEqualTypeOf<Record<'handle' | 'activity_uuid', string>>();
  expectTypeOf<QueryOf<Routes['search']>>().toEqualTypeOf<{ term: string }>();
  // A client may leave out what has a default or is checked by a rule with a code.
  expectTypeOf<BodyInputOf<Routes['createActivity']>['ttl']>().toEqualTypeOf<string | null | undefined>();
  // @ts-expect-error the path has no such parameter
  pathOf(endpoints.messages, { message_group_uuid: '', handle: '' });
});

test('error codes are literals of one closed catalogue', () => {
  type LikeError = Routes['like']['errors'][number];
  expectTypeOf<LikeError>().toEqualTypeOf<'activity_not_found' | 'activity_expired'>();
  expectTypeOf(isErrorCode).guards.toEqualTypeOf<ErrorCode>();
  // @ts-expect-error the catalogue has no such code
  void new Refusal('no_such_code');
  // @ts-expect-error an answer has at least one code
  statusOfCodes([]);
});

test('client and use case pass what the route declares, and nothing else', () => {
  // @ts-expect-error the table has no such call
  void call('likeActivity', {});
  // @ts-expect-error the path needs its parameter
  void call('like', {});
  // @ts-expect-error the route has no body
  void call('homeFeed', { body: { message: '' } });
  // @ts-expect-error a message is a text
  void call('createActivity', { body: { message: 1 } });
  // @ts-expect-error the route needs its body
  void call('createActivity', {});
  expectTypeOf<Call<Routes['createReply']>['viewer']>().toEqualTypeOf<Viewer>();
  expectTypeOf<Call<Routes['profilePage']>['viewer']>().toEqualTypeOf<Viewer | null>();
  // @ts-expect-error the answer of `burnActivity` has another shape
  (() => Promise.resolve({ data: { deleted: true } })) satisfies UseCases['burnActivity'];
  const { machines: _, ...withoutMachines } = useCases;
  // @ts-expect-error every call of the contract has a use case
  withoutMachines satisfies UseCases;
});
