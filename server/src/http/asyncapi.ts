import {
  clientMessage,
  handshake,
  payloadsOf,
  replies,
  serverMessage,
  SOCKET_PATH,
  SOCKET_PROTOCOL_VERSION,
} from '@cruddur/shared';
import { jsonSchemaOf } from './openapi.ts';
import { release } from './release.ts';

/** The AsyncAPI 3.0 document of the socket's events. */
export function buildAsyncApiDocument(): Record<string, unknown> {
  const channel = { $ref: '#/channels/socket' };
  const serverMessages = messagesOf(serverMessage, 'server');
  const clientMessages = messagesOf(clientMessage, 'client');
  const refs = (names: string[]) => names.map((name) => ({ $ref: `#/channels/socket/messages/${name}` }));
  return {
    asyncapi: '3.0.0',
    info: {
      title: 'Cruddur',
      version: release.version,
      description: 'Socket.IO, WebSocket only, default namespace.',
      'x-protocol-version': SOCKET_PROTOCOL_VERSION,
    },
    channels: { socket: { address: SOCKET_PATH, messages: { ...serverMessages, ...clientMessages } } },
    operations: {
      serverSays: { action: 'send', channel, messages: refs(Object.keys(serverMessages)) },
      clientSays: { action: 'receive', channel, messages: refs(Object.keys(clientMessages)) },
    },
    components: {
      schemas: {
        handshake: jsonSchemaOf(handshake, 'input'),
        syncReply: jsonSchemaOf(replies.sync, 'output'),
      },
    },
  };
}

function messagesOf(side: Parameters<typeof payloadsOf>[0], sender: string) {
  return Object.fromEntries(
    payloadsOf(side).map(({ name, payload }) => [
      `${sender}.${name}`,
      { name, payload: jsonSchemaOf(payload, 'output') },
    ]),
  );
}
