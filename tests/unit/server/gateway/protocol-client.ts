import type {
  ClientToServerEvents,
  ServerMessage,
  ServerPayload,
  ServerToClientEvents,
} from '@cruddur/shared';
import type { Socket } from 'socket.io-client';

export type TestSocket = Socket<ServerToClientEvents, ClientToServerEvents>;

/** Every frame that a socket receives, in order. */
export function recordFrames(socket: TestSocket): ServerMessage[] {
  const frames: ServerMessage[] = [];
  socket.onAny((...frame: ServerMessage) => void frames.push(frame));
  return frames;
}

/** The next message of a name. */
export const waitForFrame = <N extends ServerMessage[0]>(socket: TestSocket, name: N) =>
  new Promise<ServerPayload<N>>((resolve) => socket.once(name, resolve as never));

/** Whose reply proves that the gateway has handled the frames before it, and still serves the socket. */
export const syncOwn = (socket: TestSocket) => socket.emitWithAck('sync', { stream: 'me', after: '0.0' });

/** The code of the refusal, or "no code". */
export async function waitForRefusal(socket: TestSocket): Promise<unknown> {
  return new Promise((resolve, reject) => {
    socket.once('connect', () => reject(new Error('the socket was accepted')));
    socket.once('connect_error', (error: Error & { data?: { code?: unknown } }) => {
      resolve(error.data?.code ?? 'no code');
    });
  });
}
