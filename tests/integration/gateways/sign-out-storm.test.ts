import { expect, test } from 'vitest';
import { openTestPool } from '../../support/services/test-pool.ts';
import { startTestApp } from '../../support/test-app.ts';
import { until } from '../../support/until.ts';

/** More than a gateway has connections. */
const SIGN_OUTS = 40;

test('[SESSION-11] many sign-outs that wait for one row leave connections to reads, writes and the health check', async () => {
  await using app = await startTestApp();
  await using others = openTestPool({ connectionString: app.databaseUrl });
  const [ann, bob] = [await app.signUp(), await app.signUp()];
  const countRevocations = async () => {
    const { rows } = await others.pool.query<{ count: number }>('select count(*)::int from revocations');
    return rows[0]?.count ?? 0;
  };
  const before = await countRevocations();

  const holder = await others.pool.connect();
  await holder.query('begin');
  await holder.query(`select from streams where id = 'revocations' for update`);
  const body = { all: false };
  const signOuts = Array.from({ length: SIGN_OUTS }, () => ann.call('endSession', { body }));
  await until(() => app.store.readConnectionState().busy > 0, { what: 'a sign-out waits for the row' });
  const calls = [
    await bob.call('homeFeed'),
    await bob.call('createActivity', { body: { message: 'meanwhile' } }),
    await app.visitor.send('GET', '/readyz'),
  ];
  await holder.query('rollback');
  holder.release();

  expect(calls.map(({ status }) => status)).toEqual([200, 200, 200]);
  const statuses = (await Promise.all(signOuts)).map(({ status }) => status);
  expect(statuses).toEqual(Array(SIGN_OUTS).fill(200));
  expect((await countRevocations()) - before).toBe(SIGN_OUTS);
});
