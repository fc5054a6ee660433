import { connect } from 'node:net';
import type { RawInput } from './raw-input.ts';

/** Longer than a gateway waits for a head (5 s) or a body (10 s). */
const TIMEOUT_MS = 25_000;

/** @returns the fault in the answers, or null */
export function sendRaw(port: number, { bytes, maxAnswers, closesAtOnce }: RawInput): Promise<string | null> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
    let received = '';
    const timer = setTimeout(() => {
      socket.destroy();
      resolve('the connection was neither answered nor closed');
    }, TIMEOUT_MS);
    socket.on('error', () => undefined);
    socket.on('data', (chunk: Buffer) => {
      received += chunk.toString('latin1');
      // The answers so far suffice; a kept connection would stay open for a minute.
      if (!closesAtOnce) setImmediate(() => socket.end());
    });
    socket.on('end', () => socket.end());
    socket.on('close', () => {
      clearTimeout(timer);
      resolve(findAnswerFault(received, maxAnswers));
    });
    socket.write(bytes);
    if (closesAtOnce) socket.end();
  });
}

function findAnswerFault(received: string, answers: number): string | null {
  const statuses = [...received.matchAll(/^HTTP\/1\.1 (\d{3}) /gm)].map(([, status]) => Number(status));
  const final = statuses.filter((status) => status >= 200);
  if (final.some((status) => status >= 500)) return `answered ${final.join(', ')}`;
  return final.length > answers ? `gave ${final.length} answers instead of at most ${answers}` : null;
}
