import {
  ORIGIN,
  formatCursor,
  parseCursor,
  type ClientToServerEvents,
  type Cursor,
  type ServerToClientEvents,
  type StreamEvent,
  type StreamName,
} from '@cruddur/shared';
import type { Socket } from 'socket.io-client';

type ReceivedFrame = { [N in keyof ServerToClientEvents]: [N, Parameters<ServerToClientEvents[N]>[0]] };

export type TestSocket = Socket<ServerToClientEvents, ClientToServerEvents>;

/** Every frame that a socket receives, in order. */
export function recordFrames(socket: TestSocket): ReceivedFrame[keyof ReceivedFrame][] {
  const frames: ReceivedFrame[keyof ReceivedFrame][] = [];
  socket.onAny((...frame: ReceivedFrame[keyof ReceivedFrame]) => void frames.push(frame));
  return frames;
}

/** The next message of a name. */
export const waitForFrame = <N extends keyof ServerToClientEvents>(socket: TestSocket, name: N) =>
  new Promise<Parameters<ServerToClientEvents[N]>[0]>((resolve) => socket.once(name, resolve as never));

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

/** A client by the contract's rule: the event after the cursor is applied, a lower one is dropped, a higher one causes a sync. */
export class ProtocolClient {
  readonly applied: Record<StreamName, StreamEvent[]> = { public: [], me: [] };

  /** The handshake's cursors. */
  cursors(): Record<StreamName, string> {
    return { public: formatCursor(this.cursor('public')), me: formatCursor(this.cursor('me')) };
  }

  /** @param isQuiet a quiet client leaves heads of the public stream for later */
  attachTo(socket: TestSocket, isQuiet = () => false): void {
    socket.on('events', ({ stream, events }) => this.applyEvents(socket, stream, events));
    socket.on('head', (heads) => {
      for (const stream of isQuiet() ? (['me'] as const) : (['public', 'me'] as const)) {
        const head = parseCursor(heads[stream]);
        if (head && head.seq > this.cursor(stream).seq) this.requestSync(socket, stream);
      }
    });
  }

  private cursor(stream: StreamName): Cursor {
    return this.applied[stream].at(-1) ?? ORIGIN;
  }

  private applyEvents(socket: TestSocket, stream: StreamName, events: readonly StreamEvent[]): void {
    for (const event of events) {
      const { seq } = this.cursor(stream);
      if (event.seq === seq + 1) this.applied[stream].push(event);
      if (event.seq > seq + 1) this.requestSync(socket, stream);
    }
  }

  /** Ends the quiet of the public stream. */
  syncPublic(socket: TestSocket): void {
    this.requestSync(socket, 'public');
  }

  private requestSync(socket: TestSocket, stream: StreamName): void {
    socket.emit('sync', { stream, after: formatCursor(this.cursor(stream)) }, (reply) => {
      if (reply.ok) this.applyEvents(socket, stream, reply.events);
    });
  }
}
