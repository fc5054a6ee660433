import { percentile } from '../percentile.ts';
import { connectSocket } from '../../../support/sockets.ts';
import { openPoster, warmUp } from './open-poster.ts';
import type { PeerEnvironment } from './peer-environment.ts';
import type { PeerRow } from './peer-row.ts';
import { singleInsertPeer } from './single-inserts.ts';

const CRUDS = 500;

/** From a POST at one gateway to the socket of another person at the other gateway. */
export const deliveryRows: readonly PeerRow[] = [
  {
    name: 'delivery',
    title: 'POST at one gateway to the socket at the other, p50',
    unit: 'ms',
    target: { atMost: 6 },
    measure: measureDelivery,
    peer: singleInsertPeer,
  },
];

async function measureDelivery({ startGateway, redisUrl, people }: PeerEnvironment): Promise<number> {
  await using one = await startGateway({ REDIS_URL: redisUrl });
  await using other = await startGateway({ REDIS_URL: redisUrl });
  const [author, reader] = people.slice(-2);
  if (!author || !reader) throw new Error('there are no people');
  await warmUp(one, author);
  using tab = await connectSocket(other.url, { token: reader.accessToken });
  const post = await openPoster(one, author, 1);
  const times: number[] = [];
  for (let count = 0; count < CRUDS; count += 1) {
    const startedAt = performance.now();
    const received = new Promise<number>((resolve) => {
      tab.rawSocket.once('events', () => resolve(performance.now()));
    });
    const [receivedAt] = await Promise.all([received, post('delivered', 1)]);
    times.push(receivedAt - startedAt);
  }
  return percentile(times, 50);
}
