import type { Activity, PageContent, Profile, StreamEvent } from '@cruddur/shared';
import { expect, it } from 'vitest';
import { createTestClock } from '../../../../server/src/domain/clock.ts';
import type { PageAddress } from '../../../../server/src/http/pages/page-address.ts';
import { createPageCache, type PublicEvents } from '../../../../server/src/http/pages/page-cache.ts';
import { createManualTimers } from '../streams/manual-timers.ts';
import { flushPendingWork } from '../streams/silent-logger.ts';
import { activity, person } from './sample-page.ts';

type Body<K extends StreamEvent['kind']> = Extract<StreamEvent, { kind: K }>['data'];

const profile: Profile = { ...person, bio: '', cruds_count: 1 };
const crud = { ...activity, uuid: 'c1', reply_to_activity_uuid: null, expires_at: null, reposted_by: null };
const START = Date.parse('2030-01-01T00:00:00.000Z');
const PATH = '/@bayko';
const HOME = '/';
const address = (url = PATH): PageAddress => ({
  ...{ url, path: url, hasQuery: false, isHostedReturn: false },
  page: url === PATH ? { kind: 'profile', handle: 'bayko' } : { kind: url === HOME ? 'home' : 'public' },
});
const noHold = () => Promise.resolve();

/** A cache with a store of one profile, whose reads and builds a test can hold. */
function createSite(first: Partial<Activity> = {}) {
  const clock = createTestClock({ now: () => new Date(START) });
  const timers = createManualTimers();
  let cruds = [{ ...crud, ...first }];
  let head = 0;
  let listener: Parameters<PublicEvents['listen']>[0] | undefined;
  const history: StreamEvent[] = [];
  const counts = { reads: 0, builds: 0, heads: 0 };
  const holds = { read: noHold, build: noHold };
  let isStoreDown = false;

  const cache = createPageCache({
    clock,
    timers,
    events: {
      awaitHead: () => {
        counts.heads += 1;
        return isStoreDown ? Promise.reject(new Error('the store is away')) : Promise.resolve();
      },
      eventsAfter: ({ seq }) => history.filter((event) => event.seq > seq),
      listen: (given) => (listener = given),
    },
    async loadContent({ page }) {
      if (page.kind === 'public') return null;
      counts.reads += 1;
      const now = clock.now().getTime();
      const activities = cruds.filter(({ expires_at }) => Date.parse(expires_at ?? '9999') > now);
      const cursors = { public: { seq: head, tag: 'a' } };
      const answer = { ok: true as const, next: null, cursors };
      await holds.read();
      if (page.kind === 'home') return { kind: 'home', answer: { ...answer, data: activities } };
      const data = { profile, activities };
      return { kind: 'profile', handle: 'bayko', answer: { ...answer, data } } satisfies PageContent;
    },
    async buildPage(_address, { content }) {
      counts.builds += 1;
      await holds.build();
      const bytes = Buffer.from(JSON.stringify(content));
      const body = { size: bytes.length, encode: () => Promise.resolve(bytes) };
      return { status: 200, cacheControl: 'no-store', policy: '', body, isReusable: true };
    },
  });

  return {
    cache,
    clock,
    timers,
    counts,
    holds,
    setStoreDown: () => (isStoreDown = true),
    setCrud: (fields: Partial<Activity> | null) => (cruds = fields ? [{ ...crud, ...fields }] : []),
    /** Commits an event: later reads of the store have it, and the cache gets it. */
    publish<K extends StreamEvent['kind']>(kind: K, data: Body<K>) {
      head += 1;
      const event = { seq: head, tag: 'a', at: '', kind, data } as StreamEvent;
      history.push(event);
      listener?.onEvents([event]);
    },
    resetHistory: () => listener?.onReset(),
    text: async (url?: string) => String(await (await cache.find(address(url))).body.encode('br')),
  };
}

it('a page is built once for requests at the same time, read again each second, and built again when its content differs or its ages are ten seconds old', async () => {
  const site = createSite();
  await Promise.all([site.text(), site.text(), site.text()]);
  site.clock.advance(900);
  await site.text();
  expect(site.counts).toMatchObject({ reads: 1, builds: 1 });
  site.clock.advance(100);
  for (let second = 1; second < 10; second += 1) {
    await site.text();
    site.clock.advance(1000);
  }
  expect(site.counts).toMatchObject({ reads: 10, builds: 1 });
  await site.text();
  expect(site.counts).toMatchObject({ reads: 11, builds: 2 });
  site.setCrud({ likes_count: 4 });
  site.clock.advance(1000);
  expect(await site.text()).toContain('"likes_count":4');
  expect(site.counts).toMatchObject({ reads: 12, builds: 3 });
});

it('a page is read again when the clock was set back, and leaves the memory ten seconds after it was rendered', async () => {
  const site = createSite();
  await site.text();
  site.clock.advance(-5000);
  await site.text();
  expect(site.counts).toMatchObject({ reads: 2, builds: 2 });
  site.timers.advance(10_000);
  await site.text();
  expect(site.counts).toMatchObject({ builds: 3 });
});

it('home is served without its cruds when the store is away, and not stored', async () => {
  const site = createSite();
  site.setStoreDown();
  await site.text('/');
  await site.text('/');
  expect(site.counts.builds).toBe(2);
});

it('a page without content is built once and waits for no read', async () => {
  const site = createSite();
  await site.text('/about');
  site.setStoreDown();
  site.clock.advance(86_400_000);
  await site.text('/about');
  expect(site.counts).toEqual({ reads: 0, builds: 1, heads: 0 });
});

const reply = { ...activity, uuid: 'c2', reply_to_activity_uuid: 'c1' };
const stranger = { cognito_user_uuid: 'ffffffff-0000-4000-8000-000000000000' };

it.each([
  ['a crud of its person', 'activity.created', activity, 2],
  ['a crud of another person', 'activity.created', { ...activity, ...stranger }, 1],
  ['a reply to a crud on it', 'reply.created', reply, 2],
  ['a reply to another crud', 'reply.created', { ...reply, reply_to_activity_uuid: 'c9' }, 1],
  ['the burning of a crud on it', 'activity.deleted', { uuid: 'c1' }, 2],
  ['the burning of a thread with a crud on it', 'activity.deleted', { uuid: 'c8', nested: ['c1'] }, 2],
  ['a burning with too many cruds to list', 'activity.deleted', { uuid: 'c8', nested: 'too many' }, 2],
  ['the burning of another crud', 'activity.deleted', { uuid: 'c9' }, 1],
  ['a new name of its person', 'profile.updated', profile, 2],
  ['a new name of another person', 'profile.updated', { ...profile, ...stranger }, 1],
  ['an expired event', 'void', null, 1],
] as const)('a page is built again only after what concerns it: %s', async (_, kind, data, builds) => {
  const site = createSite();
  await site.text();
  // The content must differ, or the page would be the same.
  site.setCrud({ message: 'later' });
  site.publish(kind, data as never);
  await site.text();
  expect(site.counts.builds).toBe(builds);
});

it('[PAINT-1] the home page is read again after thirty seconds and not for a new crud, and at once when one of its cruds ends', async () => {
  const site = createSite();
  await site.text(HOME);
  site.clock.advance(29_999);
  site.publish('activity.created', activity);
  await site.text(HOME);
  expect(site.counts).toMatchObject({ reads: 1, builds: 1 });
  site.clock.advance(1);
  await site.text(HOME);
  expect(site.counts).toMatchObject({ reads: 2, builds: 2 });
  site.setCrud(null);
  site.publish('activity.deleted', { uuid: 'c1' });
  expect(await site.text(HOME)).not.toContain('c1');
});

it('a burned text is left in no memory', async () => {
  const site = createSite();
  const page = await site.cache.find(address());
  site.publish('activity.deleted', { uuid: 'c1' });
  expect(page.content?.isOutdated).toBe(true);
  site.setCrud(null);
  expect(await site.text()).not.toContain('c1');
});

it.each(['read', 'build'] as const)(
  'an event during the %s of the content reaches requests that follow it',
  async (step) => {
    const site = createSite();
    let release: () => void = () => undefined;
    const released = new Promise<void>((resolve) => (release = resolve));
    site.holds[step] = () => released;
    const first = site.text();
    await flushPendingWork();
    site.setCrud(null);
    site.publish('activity.deleted', { uuid: 'c1' });
    const second = site.text();
    release();
    // The first request is older than the burning.
    expect(await first).toContain('"c1"');
    expect(await second).not.toContain('"c1"');
    expect(await site.text()).not.toContain('"c1"');
  },
);

it('an event that the content has already causes no other build, a new history does, and without the log no page with content is served', async () => {
  const site = createSite();
  site.publish('activity.created', crud);
  await site.text();
  await site.text();
  expect(site.counts.builds).toBe(1);
  site.resetHistory();
  await site.text();
  expect(site.counts.builds).toBe(2);
  site.setStoreDown();
  await expect(site.text()).rejects.toThrow('the store is away');
});

it('a page with a crud that expires is served until the millisecond before', async () => {
  const site = createSite({ expires_at: new Date(START + 500).toISOString() });
  await site.text();
  site.clock.advance(499);
  expect(await site.text()).toContain('"c1"');
  expect(site.counts.builds).toBe(1);
  site.clock.advance(1);
  expect(await site.text()).not.toContain('"c1"');
});
