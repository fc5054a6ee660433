import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, onTestFinished, test, vi } from 'vitest';
import { systemClock } from '../../../server/src/domain/clock.ts';
import { purgeExpired } from '../../../server/src/repositories/purge.ts';
import { createStore } from '../../../server/src/repositories/store.ts';
import { forgetPlans, vacuum } from '../../../server/src/repositories/vacuum.ts';
import { lockDirectory } from '../../../server/src/store/directory-lock.ts';
import { openPostgres } from '../../../server/src/store/open-postgres.ts';
import type { OpenedStore } from '../../../server/src/store/opened-store.ts';
import { addPeople } from '../../support/add-people.ts';
import { createTempFolder } from '../../support/create-temp-folder.ts';
import { disposeAfterAll } from '../../support/dispose-after-all.ts';
import { queryStore } from '../../support/query-store.ts';
import { runSql } from '../../support/run-sql.ts';
import { findFreePort } from '../../support/services/find-free-port.ts';
import { connectSocket } from '../../support/sockets.ts';
import { startTestApp } from '../../support/test-app.ts';
import { until } from '../../support/until.ts';
import { createLogger } from '../../../server/src/wiring/logger.ts';

const MINUTE = 60_000;
const DAY_MS = 86_400_000;

const app = disposeAfterAll(await startTestApp());
const { db } = app.store;

/** A copy of the store that lasts until it is ended, also by a failing test. */
function startCopy(store: Pick<OpenedStore, 'pauseDuring'>) {
  let end: () => void = () => undefined;
  const ended = new Promise<void>((resolve) => void (end = resolve));
  return { done: store.pauseDuring(() => ended), end, [Symbol.dispose]: end };
}

test('during a long copy the sockets stay open, the gateway stays ready, and calls wait', async () => {
  const ann = await app.signUp();
  using tab = await connectSocket(app.url, { token: ann.accessToken });
  await until(() => tab.frames.ready.length > 0, { what: 'the tab is ready' });

  const now = performance.now.bind(performance);
  using copy = startCopy(app.store);
  await until(() => app.store.readPause().isPaused, { what: 'the copy holds the connection' });
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now() + MINUTE);
  onTestFinished(() => clock.mockRestore());
  const call = ann.send('POST', '/api/activities', { body: { message: 'during the copy' } });
  const startedAt = now();
  await until(() => now() - startedAt > 2500, { what: 'each socket was checked twice' });
  const ready = await fetch(`${app.url}/readyz`);
  expect([ready.status, tab.frames.bye, app.store.readPause().isPaused]).toEqual([200, [], true]);

  copy.end();
  await copy.done;
  expect((await call).status).toBe(200);
  await until(() => now() - startedAt > 4000, { what: 'each socket was checked after the copy' });
  expect(tab.frames.bye).toEqual([]);
});

test('the embedded store sets no time limits', async () => {
  const limits = ['idle_in_transaction_session_timeout', 'lock_timeout', 'statement_timeout'];
  const values = limits.map((name) => `current_setting('${name}')`);
  const rows = await queryStore<{ set: string[] }>(db, `select array[${values.join()}] as set`);
  // PGlite enters an endless loop once such a limit has passed.
  expect(rows).toEqual([{ set: ['0', '0', '0'] }]);
});

test('the space of purged rows is reused', async () => {
  const size = async () => {
    const bytes = db.selectNoFrom((eb) =>
      eb.fn<number>('pg_relation_size', [eb.val('activities')]).as('bytes'),
    );
    return (await bytes.executeTakeFirstOrThrow()).bytes;
  };
  const times = { created_at: new Date(0), expires_at: new Date() };
  const fill = () => {
    const rows = Array.from({ length: 1000 }, (_, n) => ({
      ...times,
      uuid: randomUUID(),
      pos: 1_000_000 + n,
    }));
    return db
      .insertInto('activities')
      .values(rows.map((row) => ({ ...row, author: author?.sub ?? '', message: 'x', terms: '' })))
      .execute();
  };
  const [author] = await addPeople(createStore(db, systemClock), 1);
  await vacuum(db);
  const before = await size();
  for (let round = 0; round < 3; round += 1) {
    await fill();
    await purgeExpired(db, new Date(Date.now() + DAY_MS));
    await vacuum(db);
  }
  expect(await size()).toBeLessThanOrEqual(before + 500_000);
});

test('[START-30] a data directory that cannot be written is refused in one line', async () => {
  await using folder = await createTempFolder();
  const file = join(folder.path, 'file');
  await writeFile(file, '');
  for (const dataDir of [file, join(file, 'inside')]) {
    await expect(lockDirectory(dataDir)).rejects.toMatchObject({
      exitCode: 78,
      message: expect.stringMatching(
        /^The data directory \S+ cannot be written \(E\w+\): set DATA_DIR/,
      ) as string,
    });
  }
});

test('[START-30] a database that cannot be reached is refused in one line', async () => {
  const url = `postgres://cruddur:secret@127.0.0.1:${await findFreePort()}/cruddur`;
  await expect(openPostgres(url, createLogger('none'))).rejects.toMatchObject({
    exitCode: 78,
    message: expect.stringMatching(
      /^The database of DATABASE_URL cannot be used \(.*ECONNREFUSED.*\): start it/,
    ) as string,
  });
});

test('statements that wait for each other leave a turn of the event loop to others between them', async () => {
  let turns = 0;
  let isDone = false;
  const count = () => {
    turns += 1;
    if (!isDone) setImmediate(count);
  };
  setImmediate(count);
  await Promise.all(Array.from({ length: 50 }, () => queryStore(db, 'select 1')));
  isDone = true;
  expect(turns).toBeGreaterThanOrEqual(50);
});

test('the plans of a small store are made anew, since no autovacuum does so', async () => {
  // The application's own job, which does so every ten seconds, waits for the end of the transaction.
  await db.transaction().execute(async (own) => {
    await runSql(own, sql`create table planned as select 1 as id, 1 as other`);
    await runSql(own, sql`analyze planned`);
    await runSql(own, sql`create index planned_other on planned (other)`);
    await runSql(own, sql`prepare find_planned as select from planned where other = 7`);
    const findIndex = async () =>
      JSON.stringify(await queryStore(own, 'explain execute find_planned')).includes('planned_other');
    expect(await findIndex()).toBe(false);
    await runSql(own, sql`insert into planned select n, n from generate_series(1, 20000) n`);
    expect(await findIndex()).toBe(false);
    await forgetPlans(own);
    expect(await findIndex()).toBe(true);
  });
});
