import {
  authRequest,
  BYE_CODES,
  events,
  handshake,
  OPTIONAL_FRAMES,
  presenceRequest,
  quietRequest,
  SOCKET_PATH,
  syncRequest,
  typingRequest,
  viewingRequest,
} from '@cruddur/shared';
import type { ClientToServerEvents, ServerToClientEvents, SyncReply } from '@cruddur/shared';
import * as z from 'zod/mini';
import { release } from '../release.ts';
import { jsonSchemaOf } from './openapi.ts';

type Payload<Events, K extends keyof Events> = Events[K] extends (payload: infer P, ...rest: never[]) => void
  ? z.ZodMiniType<P>
  : never;

const text = z.string();
const head = { public: text, me: text };

/** Events of the server. Typed by the contract: a payload that differs from it does not compile. */
const fromServer: { [K in keyof ServerToClientEvents]: Payload<ServerToClientEvents, K> } = {
  ready: z.object({
    heads: z.object(head),
    now: text,
    mode: z.enum(['resume', 'reset']),
    accepts: z.optional(z.array(z.enum(OPTIONAL_FRAMES))),
  }),
  events,
  counts: z.object({
    activities: z.array(
      z.object({
        uuid: text,
        version: z.number(),
        likes_count: z.number(),
        reposts_count: z.number(),
        replies_count: z.number(),
        as_of: text,
      }),
    ),
  }),
  head: z.object({ ...head, now: text }),
  typing: z.object({ message_group_uuid: text, handle: text, until: text }),
  presence: z.object({ handle: text, until: text }),
  drain: z.object({ in_ms: z.number() }),
  bye: z.object({ code: z.enum(BYE_CODES) }),
};

const fromClient: { [K in keyof ClientToServerEvents]: Payload<ClientToServerEvents, K> } = {
  sync: syncRequest,
  auth: authRequest,
  typing: typingRequest,
  presence: presenceRequest,
  quiet: quietRequest,
  viewing: viewingRequest,
};

/** The acknowledgement of `sync`. */
const syncReply: z.ZodMiniType<SyncReply> = z.union([
  z.object({ ok: z.literal(true), events: events.shape.events, head: text, more: z.boolean() }),
  z.object({ ok: z.literal(false), reset: z.literal(true), head: z.optional(text) }),
]);

/** The AsyncAPI 3.0 document of the socket's events. */
export function buildAsyncApiDocument(): Record<string, unknown> {
  const channel = { $ref: '#/channels/socket' };
  const serverMessages = messagesOf(fromServer, 'server');
  const clientMessages = messagesOf(fromClient, 'client');
  const refs = (names: string[]) => names.map((name) => ({ $ref: `#/channels/socket/messages/${name}` }));
  return {
    asyncapi: '3.0.0',
    info: {
      title: 'Cruddur',
      version: release.version,
      description: 'Socket.IO, WebSocket only, default namespace.',
    },
    channels: { socket: { address: SOCKET_PATH, messages: { ...serverMessages, ...clientMessages } } },
    operations: {
      serverSays: { action: 'send', channel, messages: refs(Object.keys(serverMessages)) },
      clientSays: { action: 'receive', channel, messages: refs(Object.keys(clientMessages)) },
    },
    components: {
      schemas: { handshake: jsonSchemaOf(handshake, 'input'), syncReply: jsonSchemaOf(syncReply, 'output') },
    },
  };
}

function messagesOf(payloads: Record<string, z.ZodMiniType>, sender: string) {
  return Object.fromEntries(
    Object.entries(payloads).map(([name, schema]) => [
      `${sender}.${name}`,
      { name, payload: jsonSchemaOf(schema, 'output') },
    ]),
  );
}
