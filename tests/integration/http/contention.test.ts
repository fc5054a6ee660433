import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { purgeExpired } from '../../../server/src/repositories/purge.ts';
import { trimLog } from '../../../server/src/repositories/trim-log.ts';
import { vacuum } from '../../../server/src/repositories/vacuum.ts';
import { startTestApp, type TestApp } from '../../support/test-app.ts';
import type { TestPerson } from '../../support/people.ts';

const times = (count: number) => Array.from({ length: count }, (_, n) => n);
const DAY_MS = 86_400_000;

describe('contention for the same rows', () => {
  let app: TestApp;
  let ann: TestPerson;
  let bob: TestPerson;
  beforeAll(async () => {
    app = await startTestApp();
    [ann, bob] = [await app.signUp(), await app.signUp()];
  });
  afterAll(() => app[Symbol.asyncDispose]());

  const light = (message: string) => ann.callOk('createActivity', { body: { message, ttl: '1-hour' } });
  const reply = (person: TestPerson, activity_uuid: string) =>
    person.callOk('createReply', {
      params: { activity_uuid },
      body: { activity_uuid, message: 'and so on' },
    });
  const burn = (person: TestPerson, activity_uuid: string) =>
    person.call('burnActivity', { params: { activity_uuid } });

  it('[STORE-1] of concurrent burnings one is executed, and the others are answered as already done', async () => {
    for (const round of times(5)) {
      const { uuid } = await light(`round ${round}`);
      const statuses = (await Promise.all(times(6).map(() => burn(ann, uuid)))).map(({ status }) => status);
      expect(statuses.toSorted()).toEqual([200, 410, 410, 410, 410, 410]);
    }
  });

  it('[STORE-1] a crud and a reply to it are burned at once without a deadlock', async () => {
    for (const round of times(5)) {
      const top = await light(`branch ${round}`);
      const branch = await reply(bob, top.uuid);
      await Promise.all(times(8).map(() => reply(ann, branch.uuid)));
      const answers = await Promise.all([burn(ann, top.uuid), burn(bob, branch.uuid)]);
      expect(answers[0].status).toBe(200);
      expect([200, 410]).toContain(answers[1].status);
    }
  });

  it('[STORE-2] messages and read marks of one conversation do not make each other fail', async () => {
    const first = await ann.callOk('sendMessage', { body: { handle: bob.handle, message: 'first' } });
    const group = first.message_group_uuid ?? '';
    let last = first.uuid;
    const write = async (person: TestPerson) => {
      const sent = await person.call('sendMessage', { body: { message_group_uuid: group, message: 'next' } });
      last = (sent.body as { uuid: string }).uuid;
      return sent;
    };
    const read = (person: TestPerson) =>
      person.call('markMessagesRead', { params: { message_group_uuid: group }, body: { uuid: last } });
    for (const round of times(8)) {
      const calls = times(12).map((n) => (n % 3 === 0 ? read : write)((n + round) % 2 === 0 ? ann : bob));
      for (const { status, body } of await Promise.all(calls)) expect([status, body]).toEqual([200, body]);
    }
  });

  it('[STORE-3] a burned crud is still a 410 after its log row is trimmed, and no other uuid is', async () => {
    const { uuid } = await light('gone and forgotten');
    await burn(ann, uuid);
    await trimLog(app.store.db, new Date(Date.now() + 8 * DAY_MS));
    const page = (activity_uuid: string) =>
      app.visitor.call('singlePost', { params: { handle: ann.handle, activity_uuid } });
    expect((await page(uuid)).body).toEqual(['activity_expired']);
    expect((await page(uuid.toUpperCase())).body).toEqual(['activity_expired']);
    expect((await page(ann.sub)).body).toEqual(['activity_not_found']);
  });

  it('[STORE-3] a client at a trimmed position is reset by a gateway that does not hold its events', async () => {
    const next = await light('after the trimming');
    const query = { public: '0.0' };
    await using later = await startTestApp({ sharedStoreApp: app });
    expect((await later.visitor.callOk('sync', { query })).streams.public).toMatchObject({ reset: true });
    const { streams } = await ann.callOk('sync', { query });
    expect(streams.public).toHaveProperty('events');
    expect((await ann.callOk('homeFeed'))[0]?.uuid).toBe(next.uuid);
  });

  /** The number of rows in a chain of replies, each to the one before. */
  const chain = async (count: number) => {
    const first = await light('the first of a long chain');
    const row = { author: ann.sub, message: 'deeper', created_at: new Date() };
    const expires_at = new Date(Date.parse(first.expires_at ?? ''));
    let reply_to = first.uuid;
    const links = times(count).map((n) => {
      const link = { ...row, uuid: randomUUID(), pos: 1_000_000 + n, reply_to, expires_at };
      reply_to = link.uuid;
      return link;
    });
    for (let start = 0; start < count; start += 1000) {
      const part = links.slice(start, start + 1000);
      await app.store.db.insertInto('activities').values(part).execute();
    }
  };

  const purgeAll = () => purgeExpired(app.store.db, new Date(Date.now() + DAY_MS));

  it('[STORE-4] thousands of cruds that expire together are purged, however deep their replies', async () => {
    await chain(2500);
    expect(await purgeAll()).toBeGreaterThan(2500);
    expect(await app.store.db.selectFrom('activities').select('uuid').execute()).toEqual([]);
  });

  // PostgreSQL vacuums by itself and keeps rows that other transactions still see.
  it.skipIf(inject('store') === 'postgres')('[STORE-6] the space of purged rows is reused', async () => {
    const size = async () => {
      const found = await app.store.db
        .selectNoFrom((eb) => eb.fn<number>('pg_relation_size', [eb.val('activities')]).as('bytes'))
        .executeTakeFirstOrThrow();
      return found.bytes;
    };
    await vacuum(app.store.db);
    const before = await size();
    for (let round = 0; round < 3; round += 1) {
      await chain(1000);
      await purgeAll();
      await vacuum(app.store.db);
    }
    expect(await size()).toBeLessThanOrEqual(before + 500_000);
  });

  it('[OP-11] an operation older than the stored operations is refused and not executed again', async () => {
    const calls = [
      () => ann.call('createActivity', { body: { message: 'long ago' }, operation: 'long-ago-crud' }),
      () =>
        ann.call('sendMessage', {
          body: { handle: bob.handle, message: 'long ago' },
          operation: 'long-ago-mail',
        }),
    ];
    for (const call of calls) {
      expect((await call()).status).toBe(200);
      await app.store.db.deleteFrom('op').execute();
      expect(await call()).toMatchObject({ status: 422, body: ['operation_id_reused'] });
    }
  });
});
