import { connect } from 'node:net';
import { encodeFrame, upgradeRequest } from '../../../support/raw-socket.ts';

const TIMEOUT_MS = 20_000;
/** A WebSocket ping without a payload and with an empty mask: its pong shows that everything before it was read. */
const PING = Buffer.from([0x89, 0x80, 0, 0, 0, 0]);
const PONG = Buffer.from([0x8a, 0x00]);

export interface FrameBatch {
  port: number;
  token: string;
  frames: readonly Buffer[];
}

/** Signs in on a socket, sends the frames at once, and waits until they are read or the socket is closed. @returns the fault, or null */
export function sendFrames({ port, token, frames }: FrameBatch): Promise<string | null> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true });
    let received = Buffer.alloc(0);
    let step: 'upgrade' | 'sign-in' | 'frames' = 'upgrade';
    const finish = (fault: string | null) => {
      clearTimeout(timer);
      socket.destroy();
      resolve(fault);
    };
    const timer = setTimeout(() => finish(`the ${step} got no answer`), TIMEOUT_MS);
    socket.on('error', () => undefined);
    socket.on('close', () => finish(step === 'frames' ? null : `the socket was closed at the ${step}`));
    const advance = () => {
      if (step === 'upgrade' && received.includes('\r\n\r\n')) {
        if (!received.includes('HTTP/1.1 101 ')) {
          finish(`the upgrade was answered ${received.toString('latin1', 0, 100)}`);
          return;
        }
        step = 'sign-in';
        socket.write(encodeFrame(`40${JSON.stringify({ token })}`));
      } else if (step === 'sign-in' && received.includes('"ready"')) {
        step = 'frames';
        received = Buffer.alloc(0);
        socket.write(Buffer.concat([...frames, PING]));
      } else if (step === 'sign-in' && received.includes('44{')) finish('the socket was refused');
      else if (step === 'frames' && received.includes(PONG)) finish(null);
    };
    socket.on('data', (chunk: Buffer) => {
      received = Buffer.concat([received, chunk]);
      advance();
    });
    socket.write(upgradeRequest());
  });
}
