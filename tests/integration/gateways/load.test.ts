import pg from 'pg';
import { expect, test } from 'vitest';
import { purgeExpired } from '../../../server/src/repositories/purge.ts';
import { trimLog } from '../../../server/src/repositories/trim-log.ts';
import { createMixedWriter } from '../../support/mixed-writer.ts';
import { callPool, type TestPerson } from '../../support/people.ts';
import { connectSocket } from '../../support/sockets.ts';
import { startTestApp } from '../../support/test-app.ts';
import { until } from '../../support/until.ts';

test('[ERR-5] while PostgreSQL restarts, calls are answered 200 or 503, the program keeps running, and each 200 is delivered once', async () => {
  await using app = await startTestApp();
  const ann = await app.signUp();
  using tab = await connectSocket(app.url, { token: ann.accessToken });
  const statuses = new Set<number>();
  const made: string[] = [];
  let cutting = true;

  const write = async () => {
    while (cutting) {
      const { status, body } = await ann.call('createActivity', { body: { message: 'still here' } });
      statuses.add(status);
      if (status === 200) made.push((body as { uuid: string }).uuid);
    }
  };
  const others = async () => {
    while (cutting) {
      const upload = await ann.call('requestAvatarUpload', { body: { extension: 'png' } });
      // A user may have at most twenty open upload addresses.
      if (upload.status !== 429) statuses.add(upload.status);
      statuses.add((await ann.call('me')).status);
      const mail = await app.visitor.send('GET', '/local/mail', {
        headers: { accept: 'application/json' },
      });
      statuses.add(mail.status);
      const refused = callPool(app.url, 'GetUser', { AccessToken: ann.accessToken }).catch(String);
      expect(await refused).not.toContain('InternalErrorException');
    }
  };
  const admin = new pg.Client({ connectionString: app.databaseUrl });
  await admin.connect();
  const cutAll = () =>
    admin.query(`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`);

  const work = Promise.all([write(), write(), write(), others(), others()]);
  let madeAtCut = -1;
  await until(
    async () => {
      // A slow machine needs time to connect and to write before the next cut.
      if (made.length > madeAtCut) {
        madeAtCut = made.length;
        await cutAll();
      }
      return statuses.has(503) && made.length > 20;
    },
    { what: 'some calls meet a lost connection' },
  );
  cutting = false;
  await work;
  await admin.end();
  expect([...statuses].toSorted()).toEqual([200, 503]);
  const received = () =>
    tab.applied.public.flatMap((event) => (event.kind === 'activity.created' ? [event.data.uuid] : []));
  await until(() => made.every((uuid) => received().includes(uuid)), {
    what: 'every answered post is received',
  });
  expect(new Set(received()).size).toBe(received().length);
});

const WRITERS = 16;
const EACH = 30;
const DAY_MS = 86_400_000;

test('at two gateways, no mix of concurrent writes causes a deadlock or a 5xx', async () => {
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

async function deadlocks(connectionString: string | undefined): Promise<number> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  const { rows } = await client.query<{ count: number }>(
    'select deadlocks::int as count from pg_stat_database where datname = current_database()',
  );
  await client.end();
  return rows[0]?.count ?? NaN;
}
