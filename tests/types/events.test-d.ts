/** Type tests of the socket's contract. `tsc -b` checks this file; nothing runs it. */
import type {
  AuthReply,
  ByeCode,
  ClientToServerEvents,
  DeliveredMessage,
  EventData,
  EventKind,
  PublicActivity,
  ServerEvent,
  ServerState,
  ServerToClientEvents,
  StreamEvent,
  SyncReply,
} from '@cruddur/shared';
import type { Socket } from 'socket.io-client';
import { expectTypeOf, test } from 'vitest';
import type { GatewayServer } from '../../server/src/gateway/gateway-types.ts';

declare const server: GatewayServer;
declare const socket: Socket<ServerToClientEvents, ClientToServerEvents>;

test('the server sends its events with their payloads', () => {
  socket.on('bye', ({ code }) => expectTypeOf(code).toEqualTypeOf<ByeCode>());
  // @ts-expect-error there is no such event
  socket.on('typed', () => undefined);
  // @ts-expect-error the payload has no such field
  socket.on('presence', ({ message_group_uuid: _ }) => undefined);
  server.emit('drain', { in_ms: 1 });
  // @ts-expect-error the code is not one of `BYE_CODES`
  server.emit('bye', { code: 'gone' });
  // @ts-expect-error the payload has no such field
  server.emit('drain', { seconds: 1 });
});

test('the client sends its events with their payloads and replies', () => {
  socket.emit('sync', { stream: 'me', after: '1.a' }, (reply) => {
    if (reply.ok) expectTypeOf(reply.events).toEqualTypeOf<StreamEvent[]>();
    else expectTypeOf(reply.reset).toEqualTypeOf<true>();
    expectTypeOf(reply).toEqualTypeOf<SyncReply>();
  });
  expectTypeOf<AuthReply>().toEqualTypeOf<{ ok: true } | { ok: false; code: ByeCode }>();
  // @ts-expect-error commands that change data go over HTTP
  socket.emit('createActivity', { message: '' });
  // @ts-expect-error the reply is required
  socket.emit('auth', { token: '' });
  // @ts-expect-error there is no such stream
  socket.emit('sync', { stream: 'user', after: '1.a' }, () => undefined);
});

test('the kind of an event determines its data', () => {
  expectTypeOf<EventData<'activity.created'>>().toEqualTypeOf<PublicActivity>();
  expectTypeOf<EventData<'message.created'>>().toEqualTypeOf<DeliveredMessage>();
  expectTypeOf<EventData<'void'>>().toBeNull();
  expectTypeOf<StreamEvent['kind']>().toEqualTypeOf<EventKind>();
  // @ts-expect-error there is no such kind
  expectTypeOf<EventData<'activity.liked'>>().toBeNever();
  const event = {} as StreamEvent;
  if (event.kind === 'read.updated') expectTypeOf(event.data.unread).toBeNumber();
  // @ts-expect-error public events carry no marks of a viewer
  if (event.kind === 'activity.created') void event.data.liked;
});

test('states and events of the server machines follow from their tables', () => {
  expectTypeOf<ServerEvent<'purge'>>().toEqualTypeOf<'due' | 'more' | 'done' | 'failed'>();
  expectTypeOf<'open' | 'open.live' | 'over'>().toExtend<ServerState<'gatewaySession'>>();
});
