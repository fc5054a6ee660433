import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { purgeExpired } from '../../../server/src/repositories/purge.ts';
import { trimLog } from '../../../server/src/repositories/trim-log.ts';
import { createMixedWriter } from '../../support/mixed-writer.ts';
import type { TestPerson } from '../../support/people.ts';
import { startTestApp } from '../../support/test-app.ts';

const WRITERS = 16;
const EACH = 30;
const DAY_MS = 86_400_000;

describe('two gateways under a mixed load', () => {
  it('[STORE-7] no mix of concurrent writes causes a deadlock or a 5xx', async () => {
    await using one = await startTestApp();
    await using other = await startTestApp({ sharedStoreApp: one });
    const people: TestPerson[] = [];
    for (let n = 0; n < 6; n += 1) people.push(await one.signUp());
    const known: string[] = [];
    let working = true;
    const write = async (n: number) => {
      const urls = [one.url, other.url];
      const writeOne = createMixedWriter({ people, known, url: urls[n % 2] ?? '' });
      const statuses: number[] = [];
      for (let k = 0; k < EACH; k += 1) statuses.push(await writeOne(n * EACH + k));
      return statuses;
    };
    const clean = async () => {
      while (working) {
        await trimLog(one.store.db, new Date(Date.now() + 8 * DAY_MS));
        await purgeExpired(other.store.db, new Date());
      }
    };
    const cleaning = clean();
    const all = await Promise.all(Array.from({ length: WRITERS }, (_, n) => write(n)));
    working = false;
    await cleaning;
    const statuses = new Set(all.flat());
    expect([...statuses].filter((status) => ![200, 403, 404, 410].includes(status))).toEqual([]);
    expect(await deadlocks(one.databaseUrl)).toBe(0);
  });
});

async function deadlocks(connectionString: string | undefined): Promise<number> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  const { rows } = await client.query<{ count: number }>(
    'select deadlocks::int as count from pg_stat_database where datname = current_database()',
  );
  await client.end();
  return rows[0]?.count ?? NaN;
}
