import { setTimeout as pause } from 'node:timers/promises';
import { openPoster } from '../bench/peers/open-poster.ts';
import type { PeerEnvironment } from '../bench/peers/peer-environment.ts';
import { encodeFrame, openRawSocket } from '../../support/raw-socket.ts';
import { until } from '../../support/until.ts';
import type { GatewayCosts } from './calibration.ts';

/** Until what was just written is delivered. */
const SETTLING_SECONDS = 5;
/** Two pings and four heads. */
const SECONDS = 20;
const CRUDS = 20;

/** The bytes that a socket receives: per second without cruds, and per crud. */
export async function measureWire({
  gateway,
  people,
}: PeerEnvironment): Promise<Pick<GatewayCosts, 'socketBytes' | 'crudBytes'>> {
  const [author, reader] = people;
  using raw = await openRawSocket(gateway.url);
  raw.tcp.on('data', (data: Buffer) => {
    if (data.includes('\x012')) raw.send('3');
  });
  raw.tcp.write(encodeFrame(`40${JSON.stringify({ token: reader?.accessToken })}`));
  await until(() => raw.receivedText().includes('"ready"'), { what: 'the socket is ready' });
  await pause(SETTLING_SECONDS * 1000);
  const idleBefore = raw.tcp.bytesRead;
  await pause(SECONDS * 1000);
  const socketBytes = (raw.tcp.bytesRead - idleBefore) / SECONDS;
  const publish = await openPoster(gateway, author, 1);
  const before = raw.tcp.bytesRead;
  for (let count = 0; count < CRUDS; count += 1) {
    const marker = `wire-${String(count)}-`;
    await publish(marker, 1);
    await until(() => raw.receivedText().includes(marker), { what: 'the crud is received' });
  }
  return { socketBytes, crudBytes: (raw.tcp.bytesRead - before) / CRUDS };
}
