import type { Socket } from 'node:net';
import { openRawSocket, type RawSocket } from '../../../support/raw-socket.ts';
import { until } from '../../../support/until.ts';
import { flushPendingWork } from '../streams/silent-logger.ts';
import { ANNA, createToken, type TestGateway } from './test-gateway.ts';

/** Stops reading, and writes to the sockets until the system's buffers and then the gateway's are full. */
export async function fillSendBuffers(gateway: TestGateway, ...sockets: Socket[]): Promise<void> {
  for (const tcp of sockets) tcp.pause();
  for (let frame = 0; frame < 60; frame += 1) {
    for (let count = 0; count < 2000; count += 1) gateway.write('public');
    gateway.timers.advance(10);
    await flushPendingWork();
  }
  gateway.timers.advance(1000);
}

export const SIGN_IN = `40${JSON.stringify({ token: createToken(ANNA) })}`;

/** A raw connection that is signed in and ready. */
export async function openReadySocket(gateway: TestGateway): Promise<RawSocket> {
  const raw = await openRawSocket(gateway.url);
  raw.send(SIGN_IN);
  await until(() => raw.receivedText().includes('"ready"'), { what: 'the socket is ready' });
  return raw;
}
