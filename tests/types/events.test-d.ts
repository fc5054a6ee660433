/** Type tests of the socket's contract. `tsc -b` checks this file; nothing runs it. */
import type {
  AuthReply,
  ByeCode,
  ClientToServerEvents,
  CountsPayload,
  Cursor,
  DeliveredMessage,
  EventData,
  EventKind,
  Notification,
  PublicActivity,
  ServerEvent,
  ServerMachineName,
  ServerState,
  ServerToClientEvents,
  StreamEvent,
  StreamName,
  SyncReply,
} from '@cruddur/shared';
import { formatCursor } from '@cruddur/shared';
import type { Socket } from 'socket.io-client';
import { expectTypeOf, test } from 'vitest';
import type { GatewayServer } from '../../server/src/gateway/gateway-types.ts';

type Payload<K extends keyof ServerToClientEvents> = Parameters<ServerToClientEvents[K]>[0];

declare const server: GatewayServer;
declare const socket: Socket<ServerToClientEvents, ClientToServerEvents>;

test('the server sends these events with these payloads', () => {
  expectTypeOf<keyof ServerToClientEvents>().toEqualTypeOf<
    'ready' | 'events' | 'counts' | 'head' | 'typing' | 'presence' | 'drain' | 'bye'
  >();
  expectTypeOf<Payload<'events'>>().toEqualTypeOf<{ stream: StreamName; events: StreamEvent[] }>();
  expectTypeOf<Payload<'counts'>>().toEqualTypeOf<CountsPayload>();
  expectTypeOf<Payload<'bye'>['code']>().toEqualTypeOf<ByeCode>();
  expectTypeOf<Payload<'ready'>['mode']>().toEqualTypeOf<'resume' | 'reset'>();
  expectTypeOf<Payload<'head'>>().toExtend<{ public: string; me: string; now: string }>();
  socket.on('typing', ({ handle }) => expectTypeOf(handle).toBeString());
  // @ts-expect-error there is no such event
  socket.on('typed', () => undefined);
  // @ts-expect-error the payload has no such field
  socket.on('presence', ({ message_group_uuid: _ }) => undefined);
});

test('the client sends these events with these payloads and replies', () => {
  expectTypeOf<keyof ClientToServerEvents>().toEqualTypeOf<
    'sync' | 'auth' | 'typing' | 'presence' | 'quiet' | 'viewing'
  >();
  socket.emit('sync', { stream: 'me', after: '1.a' }, (reply) =>
    expectTypeOf(reply).toEqualTypeOf<SyncReply>(),
  );
  socket.emit('auth', { token: '' }, (reply) => expectTypeOf(reply).toEqualTypeOf<AuthReply>());
  socket.emit('typing', { message_group_uuid: '' });
  // @ts-expect-error commands that change data go over HTTP
  socket.emit('createActivity', { message: '' });
  // @ts-expect-error the reply is required
  socket.emit('auth', { token: '' });
  // @ts-expect-error there is no such stream
  socket.emit('sync', { stream: 'user', after: '1.a' }, () => undefined);
});

test('the gateway sends typed events', () => {
  server.emit('drain', { in_ms: 1 });
  // @ts-expect-error the code is not one of `BYE_CODES`
  server.emit('bye', { code: 'gone' });
  // @ts-expect-error the payload has no such field
  server.emit('drain', { seconds: 1 });
});

test('the kind of an event determines its data', () => {
  expectTypeOf<EventData<'activity.created'>>().toEqualTypeOf<PublicActivity>();
  expectTypeOf<EventData<'message.created'>>().toEqualTypeOf<DeliveredMessage>();
  expectTypeOf<EventData<'notification.created'>>().toEqualTypeOf<Notification>();
  expectTypeOf<EventData<'void'>>().toBeNull();
  expectTypeOf<EventData<'activity.deleted'>['nested']>().toEqualTypeOf<string[] | 'too many' | undefined>();
  expectTypeOf<StreamEvent['kind']>().toEqualTypeOf<EventKind>();
  // @ts-expect-error there is no such kind
  expectTypeOf<EventData<'activity.liked'>>().toBeNever();
  const event = {} as StreamEvent;
  if (event.kind === 'read.updated') expectTypeOf(event.data.unread).toBeNumber();
  // @ts-expect-error public events carry no marks of a viewer
  if (event.kind === 'activity.created') void event.data.liked;
});

test('a sync reply has events or asks for a reset', () => {
  const reply = {} as SyncReply;
  if (reply.ok) expectTypeOf(reply.events).toEqualTypeOf<StreamEvent[]>();
  else expectTypeOf(reply.reset).toEqualTypeOf<true>();
  expectTypeOf<AuthReply>().toEqualTypeOf<{ ok: true } | { ok: false; code: ByeCode }>();
  expectTypeOf(formatCursor).parameter(0).toEqualTypeOf<Cursor>();
});

test('states and events of the server machines follow from their tables', () => {
  expectTypeOf<ServerMachineName>().toEqualTypeOf<'gatewaySession' | 'streamReader' | 'purge'>();
  expectTypeOf<ServerEvent<'purge'>>().toEqualTypeOf<'due' | 'more' | 'done' | 'failed'>();
  expectTypeOf<'open' | 'open.live' | 'over'>().toExtend<ServerState<'gatewaySession'>>();
  // @ts-expect-error the purge has no such event
  expectTypeOf<'caught_up'>().toExtend<ServerEvent<'purge'>>();
});
