import { systemClock } from '../../../server/src/domain/clock.ts';
import { PUBLIC_STREAM, userStream } from '../../../server/src/domain/streams.ts';
import { createStreamLog } from '../../../server/src/repositories/log.ts';
import { openPostgres } from '../../../server/src/store/open-postgres.ts';
import type { PeerEnvironment } from '../bench/peers/peer-environment.ts';
import { createLogger } from '../../../server/src/wiring/logger.ts';

const READS = 200;

/**
 * A gateway reads the heads of its people's streams once a second.
 * @returns PostgreSQL's processor time per person in such a read
 */
export async function measureHeads(
  { databaseUrl, people }: PeerEnvironment,
  postgresCpu: () => number,
): Promise<number> {
  const store = await openPostgres(databaseUrl, createLogger('none'));
  const log = createStreamLog(store.vitalDb, systemClock);
  const measureReads = async (count: number) => {
    const streams = [PUBLIC_STREAM, ...people.slice(0, count).map(({ sub }) => userStream(sub))];
    const before = postgresCpu();
    for (let read = 0; read < READS; read += 1) await log.readHeads(streams);
    return ((postgresCpu() - before) * 1e6) / READS;
  };
  try {
    await measureReads(people.length);
    return Math.max(0, (await measureReads(people.length)) - (await measureReads(0))) / people.length;
  } finally {
    await store.close();
  }
}
