import { formatStreamCursors, type Activity } from '@cruddur/shared';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createInProcessBus } from '../../../server/src/bus/in-process.ts';
import type { EncodedPage } from '../../../server/src/domain/activities/ports.ts';
import { createServerMachineCounters } from '../../../server/src/domain/machines/server-machine-counters.ts';
import type { View } from '../../../server/src/domain/paging.ts';
import { systemTimers } from '../../../server/src/domain/timers.ts';
import type { OperatorCommand } from '../../../server/src/domain/moderation/operator-request.ts';
import { createStoreReads } from '../../../server/src/repositories/reads.ts';
import { createStore } from '../../../server/src/repositories/store.ts';
import { purgeExpired } from '../../../server/src/repositories/purge.ts';
import { createFeedPages, type FeedPages } from '../../../server/src/streams/feed-pages/feed-pages.ts';
import { createStreamReaders } from '../../../server/src/streams/stream-readers.ts';
import { burn, like, postCrud, replyTo } from '../../support/actions.ts';
import { disposeAfterAll } from '../../support/dispose-after-all.ts';
import { addCruds } from '../../support/add-cruds.ts';
import type { TestPerson } from '../../support/people.ts';
import { startTestApp, type TestApp } from '../../support/test-app.ts';
import { until } from '../../support/until.ts';
import { operateOnStore } from '../../../server/src/wiring/operate-on-store.ts';
import { createLogger } from '../../../server/src/wiring/logger.ts';

const HOUR_MS = 3_600_000;
const RUNS = 12;

const MARKS = ['like', 'unlike', 'repost'] as const;
const KINDS = [...MARKS, 'post', 'reply', 'burn', 'rename', 'avatar', 'hour', 'purge'] as const;

interface Action {
  kind: (typeof KINDS)[number];
  person: number;
  /** Selects one of the newest cruds. */
  crud: number;
}

const action: fc.Arbitrary<Action> = fc.record({
  kind: fc.constantFrom(...KINDS),
  person: fc.nat(2),
  crud: fc.nat(9),
});

const app = disposeAfterAll(await startTestApp());
const [ann, bob, cy] = [await app.signUp(), await app.signUp(), await app.signUp()];
const people = [ann, bob, cy];
const stored = createStoreReads(app.store.db, app.clock).activities;
const beside = disposeAfterAll(followAsAnotherGateway(app));

const viewOf = ({ sub }: TestPerson, limit = 50, before: View['before'] = null): View => ({
  ...{ viewer: sub, now: app.clock.now(), before, limit },
});

/** Compares the page of each person at both gateways with the store's. */
async function expectEqualPages(limit = 50): Promise<void> {
  for (const person of people) {
    const expected = describePage(await stored.readHome(viewOf(person, limit)));
    const answered = await person.call('homeFeed', { query: { limit: String(limit) } });
    const { next: _next, ...shown } = expected;
    expect({ items: answered.body, cursors: answered.headers.get('x-cursor') }).toEqual(shown);
    const page = await until(() => beside.read(viewOf(person, limit)), { what: 'memory has the page' });
    expect(describePage(page)).toEqual(expected);
    // The same bytes too, in whatever order the fields are.
    for (const items of [answered.body, describePage(page).items])
      expect(JSON.stringify(items)).toBe(JSON.stringify(expected.items));
  }
}

/** Compares each further page of a few cruds with the store's. */
async function expectEqualFurtherPages(): Promise<void> {
  let next = (await stored.readHome(viewOf(ann, 3))).next;
  while (next !== undefined) {
    const [pos, uuid = ''] = next.split('~');
    const view = viewOf(ann, 3, { pos: Number(pos), uuid });
    const expected = await stored.readHome(view);
    const answered = await ann.call('homeFeed', { query: { limit: '3', before: next } });
    expect(answered.body).toEqual(describePage(expected).items);
    const page = await until(() => beside.read(view), { what: 'memory has the page' });
    expect(describePage(page)).toEqual(describePage(expected));
    next = expected.next;
  }
}

it('a page of the home feed equals the store’s after any history', { timeout: 120_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(action, { minLength: 1, maxLength: 10 }), async (actions) => {
      for (const one of actions) await perform(one);
      await expectEqualPages();
      await expectEqualFurtherPages();
    }),
    { numRuns: RUNS, endOnFailure: true },
  );
});

it('a page of the home feed equals the store’s when there are more cruds than a page, and their expiry empties it', async () => {
  const cruds = { author: ann.sub, count: 90, textOf: (n: number) => `old ${n}` };
  await addCruds(app, { ...cruds, lifetimeMs: (n) => (n < 45 ? 30 : 2) * HOUR_MS });
  await expectEqualPages();
  await expectEqualPages(7);
  await app.advance(2 * HOUR_MS);
  // Most of the newest cruds have expired, so the page needs older ones than memory lists.
  const expected = describePage(await stored.readHome(viewOf(ann)));
  expect((await ann.call('homeFeed')).body).toEqual(expected.items);
  await purgeExpired(app.store.db, app.clock.now());
  await expectEqualPages();
});

it('a page of the home feed equals the store’s while and after a person is erased', async () => {
  const erased = await app.signUp();
  await like(ann, (await postCrud(erased, 'to be erased')).uuid);
  await expectEqualPages();
  await erased.callOk('deleteAccount');
  await expectEqualPages();
});

it('many new cruds of a suspended person take no page out of memory, and are back when the suspension ends', async () => {
  const spammer = await app.signUp();
  const add = (author: TestPerson, count: number) =>
    addCruds(app, { author: author.sub, count, textOf: (n) => `${author.handle} ${n}` });
  await add(bob, 60);
  await add(spammer, 200);
  await add(bob, 5);
  await expectEqualPages();
  const { handle } = spammer;
  const operate = (command: OperatorCommand) =>
    operateOnStore(app.store, { operator: 'olive', command }, app.clock);
  await operate({ name: 'suspend', handle, until: null, reason: 'spam' });
  const [first] = await ann.callOk('homeFeed');
  expect(first?.message).toBe(`${bob.handle} 4`);
  await expectEqualPages();
  await expectEqualFurtherPages();
  await operate({ name: 'lift', handle, reason: 'an appeal' });
  await expectEqualPages();
});

it('[FEED-23] a page of the home feed contains what was answered before its request', async () => {
  for (let n = 0; n < 10; n += 1) {
    const { uuid } = await postCrud(ann, `now ${n}`);
    expect((await bob.callOk('homeFeed'))[0]?.uuid).toBe(uuid);
    await like(bob, uuid);
    await replyTo(ann, uuid, 're');
    const [first] = await bob.callOk('homeFeed');
    expect(first).toMatchObject({ uuid, liked: true, likes_count: 1, replies_count: 1 });
  }
});

it('a page of the home feed lacks a crud from the millisecond of its expiry', async () => {
  const { uuid, expires_at } = await postCrud(ann, 'short-lived', '1-hour');
  const expiresAtMs = Date.parse(expires_at ?? '');
  const readAt = async (ms: number) => {
    const reads = createStoreReads(app.store.db, app.clock).feedPages;
    using at = followAsAnotherGateway({ ...app, clock: { now: () => new Date(ms) } }, reads);
    const page = await until(() => at.read(viewOf(ann)), { what: 'memory has the page' });
    return describePage(page).items.map((item) => item.uuid);
  };
  expect(await readAt(expiresAtMs - 1)).toContain(uuid);
  expect(await readAt(expiresAtMs)).not.toContain(uuid);
});

function describePage({ encoded, cursors, next }: EncodedPage) {
  const text = typeof encoded === 'string' ? encoded : Buffer.from(encoded).toString();
  return { items: JSON.parse(text) as Activity[], cursors: formatStreamCursors(cursors), next };
}

/** A gateway that gets no envelopes, so that its reader reads the log. */
function followAsAnotherGateway(
  { store, clock }: Pick<TestApp, 'store' | 'clock'>,
  feedPageReads = createStoreReads(store.db, clock).feedPages,
): FeedPages & Disposable {
  const reads = createStoreReads(store.db, clock);
  const readers = createStreamReaders({
    log: reads.log,
    timers: systemTimers,
    clock,
    logger: createLogger('none'),
    machines: createServerMachineCounters('test', clock, () => undefined),
    bus: { ...createInProcessBus(), isHealthy: () => false },
  });
  const page = createFeedPages({ reads: feedPageReads, readers, clock, timers: systemTimers });
  return {
    ...page,
    [Symbol.dispose]() {
      page.close();
      readers.close();
    },
  };
}

async function perform({ kind, person, crud }: Action): Promise<void> {
  const actor = people[person] ?? ann;
  const newest = await actor.callOk('homeFeed');
  const target = newest[crud % Math.max(1, newest.length)];
  const own = newest.find(({ cognito_user_uuid }) => cognito_user_uuid === actor.sub);
  switch (kind) {
    case 'post':
      await postCrud(actor, `"crud" \u2028 ${crud}`, '1-hour');
      return;
    case 'hour':
      await app.advance(HOUR_MS / 2);
      return;
    case 'purge':
      await purgeExpired(app.store.db, app.clock.now());
      return;
    case 'rename':
      await actor.callOk('updateProfile', { body: { display_name: `Name ${crud}`, bio: '' } });
      return;
    case 'avatar':
      await createStore(app.store.db, app.clock).runChange(null, async (unit) => {
        const result = await unit.people.bumpAvatarVersion(actor.sub);
        return { result, entries: [{ stream: 'public', kind: 'profile.updated', ref: actor.sub }] };
      });
      return;
    case 'burn':
      if (own) await burn(actor, own.uuid);
      return;
    case 'reply':
      if (target) await replyTo(actor, target.uuid);
      return;
    default:
      if (target) await actor.callOk(kind, { params: { activity_uuid: target.uuid } });
  }
}
