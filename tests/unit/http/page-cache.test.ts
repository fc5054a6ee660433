import type { Activity, PageContent, Profile, StreamEvent } from '@cruddur/shared';
import { describe, expect, it } from 'vitest';
import { createTestClock } from '../../../server/src/domain/clock.ts';
import type { PageAddress } from '../../../server/src/http/pages/page-address.ts';
import { createPageCache, type PublicEvents } from '../../../server/src/http/pages/page-cache.ts';
import { createManualTimers } from '../streams/manual-timers.ts';
import { flushPendingWork } from '../streams/silent-logger.ts';
import { activity, person } from './sample-page.ts';

type Body<K extends StreamEvent['kind']> = Extract<StreamEvent, { kind: K }>['data'];

const profile: Profile = { ...person, bio: '', cruds_count: 1 };
const START = Date.parse('2030-01-01T00:00:00.000Z');
const PATH = '/@bayko';
const address = (url = PATH): PageAddress => ({
  url,
  path: url,
  page: url === PATH ? { kind: 'profile', handle: 'bayko' } : { kind: 'public' },
  hasQuery: false,
  isHostedReturn: false,
});

/** A cache with a store of one profile, whose reads and builds a test can hold. */
function createSite(initial: Partial<Activity>[] = [{ expires_at: null }]) {
  const clock = createTestClock({ now: () => new Date(START) });
  const timers = createManualTimers();
  let cruds = initial.map((given) => ({ ...activity, ...given, reposted_by: null }));
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
      if (page.kind !== 'profile') return null;
      counts.reads += 1;
      const now = clock.now().getTime();
      const activities = cruds.filter(
        ({ expires_at }) => expires_at === null || Date.parse(expires_at) > now,
      );
      const answer = {
        ok: true as const,
        data: { profile, activities },
        next: null,
        cursors: { public: { seq: head, tag: 'a' } },
      };
      await holds.read();
      return { kind: 'profile', handle: 'bayko', answer } satisfies PageContent;
    },
    async buildPage(_address, { content }) {
      counts.builds += 1;
      await holds.build();
      const bytes = Buffer.from(JSON.stringify(content));
      return {
        status: 200,
        cacheControl: 'no-store',
        policy: '',
        body: { size: bytes.length, encode: () => Promise.resolve(bytes) },
        isReusable: true,
      };
    },
  });

  return {
    cache,
    clock,
    timers,
    counts,
    holds,
    setStoreDown: () => (isStoreDown = true),
    setCruds: (next: Partial<Activity>[]) =>
      (cruds = next.map((given) => ({ ...activity, ...given, reposted_by: null }))),
    /** Commits an event: later reads of the store have it, and the cache gets it unless the bus loses it. */
    publish<K extends StreamEvent['kind']>(kind: K, data: Body<K>) {
      head += 1;
      const event = { seq: head, tag: 'a', at: '', kind, data } as StreamEvent;
      history.push(event);
      listener?.onEvents([event]);
    },
    resetHistory: () => listener?.onReset(),
    text: async (url?: string) => {
      const { body } = await cache.find(address(url));
      return String(await body.encode('br'));
    },
  };
}

const noHold = () => Promise.resolve();

/** Work that waits until it is released. */
function createHold() {
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  return { wait: () => released, release: () => release() };
}

describe('[PAINT-22] a server-rendered page', () => {
  it('is built once for requests at the same time, and for later ones', async () => {
    const site = createSite();
    await Promise.all([site.text(), site.text(), site.text()]);
    site.clock.advance(900);
    await site.text();
    expect(site.counts).toMatchObject({ reads: 1, builds: 1 });
  });

  it('is read again each second, and built again when its content differs or its ages are ten seconds old', async () => {
    const site = createSite();
    await site.text();
    for (let second = 1; second < 10; second += 1) {
      site.clock.advance(1000);
      await site.text();
    }
    expect(site.counts).toMatchObject({ reads: 10, builds: 1 });
    site.clock.advance(1000);
    await site.text();
    expect(site.counts).toMatchObject({ reads: 11, builds: 2 });
    site.setCruds([{ expires_at: null, likes_count: 4 }]);
    site.clock.advance(1000);
    expect(await site.text()).toContain('"likes_count":4');
    expect(site.counts).toMatchObject({ reads: 12, builds: 3 });
  });

  it('is read again when the clock was set back', async () => {
    const site = createSite();
    await site.text();
    site.clock.advance(-5000);
    await site.text();
    expect(site.counts).toMatchObject({ reads: 2, builds: 2 });
  });

  it('without content is built once and waits for no read', async () => {
    const site = createSite();
    await site.text('/');
    site.setStoreDown();
    site.clock.advance(86_400_000);
    await site.text('/');
    expect(site.counts).toEqual({ reads: 0, builds: 1, heads: 0 });
  });

  it('leaves the memory ten seconds after it was rendered', async () => {
    const site = createSite();
    await site.text();
    site.timers.advance(10_000);
    await site.text();
    expect(site.counts).toMatchObject({ builds: 2 });
  });
});

describe('[PAINT-23] an event that concerns a page', () => {
  const crud = { ...activity, uuid: 'c1', reply_to_activity_uuid: null, expires_at: null };
  const reply = { ...activity, uuid: 'c2', reply_to_activity_uuid: 'c1' };
  const stranger = 'ffffffff-0000-4000-8000-000000000000';

  it.each([
    ['a crud of its person', 'activity.created', activity, 2],
    ['a crud of another person', 'activity.created', { ...activity, cognito_user_uuid: stranger }, 1],
    ['a reply to a crud on it', 'reply.created', reply, 2],
    ['a reply to another crud', 'reply.created', { ...reply, reply_to_activity_uuid: 'c9' }, 1],
    ['the burning of a crud on it', 'activity.deleted', { uuid: 'c1' }, 2],
    ['the burning of a thread with a crud on it', 'activity.deleted', { uuid: 'c8', nested: ['c1'] }, 2],
    ['a burning with too many cruds to list', 'activity.deleted', { uuid: 'c8', nested: 'too many' }, 2],
    ['the burning of another crud', 'activity.deleted', { uuid: 'c9' }, 1],
    ['a new name of its person', 'profile.updated', profile, 2],
    ['a new name of another person', 'profile.updated', { ...profile, cognito_user_uuid: stranger }, 1],
    ['an expired event', 'void', null, 1],
  ] as const)('%s', async (_, kind, data, builds) => {
    const site = createSite([crud]);
    await site.text();
    // The content must differ, or the page would be the same.
    site.setCruds([{ ...crud, message: 'later' }]);
    site.publish(kind, data as never);
    await site.text();
    expect(site.counts.builds).toBe(builds);
  });

  it('leaves the burned text in no memory', async () => {
    const site = createSite([crud]);
    const page = await site.cache.find(address());
    site.publish('activity.deleted', { uuid: 'c1' });
    expect(page.content?.isOutdated).toBe(true);
    site.setCruds([]);
    expect(await site.text()).not.toContain('c1');
  });

  it.each(['read', 'build'] as const)(
    'during the %s of its content reaches requests that follow it',
    async (step) => {
      const site = createSite([crud]);
      const hold = createHold();
      site.holds[step] = hold.wait;
      const first = site.text();
      await flushPendingWork();
      site.setCruds([]);
      site.publish('activity.deleted', { uuid: 'c1' });
      const second = site.text();
      hold.release();
      // The first request is older than the burning.
      expect(await first).toContain('"c1"');
      expect(await second).not.toContain('"c1"');
      expect(await site.text()).not.toContain('"c1"');
    },
  );

  it('that the content has already causes no other build', async () => {
    const site = createSite([crud]);
    site.publish('activity.created', crud);
    await site.text();
    site.resetHistory();
    await site.text();
    expect(site.counts.builds).toBe(2);
  });

  it('cannot be missed: without the log no page with content is served', async () => {
    const site = createSite([crud]);
    await site.text();
    site.setStoreDown();
    await expect(site.text()).rejects.toThrow('the store is away');
  });
});

describe('[PAINT-24] a page with a crud that expires', () => {
  const expiresIn = (ms: number) => ({
    ...activity,
    uuid: 'c1',
    expires_at: new Date(START + ms).toISOString(),
  });

  it('is served until the millisecond before', async () => {
    const site = createSite([expiresIn(500)]);
    await site.text();
    site.clock.advance(499);
    expect(await site.text()).toContain('"c1"');
    expect(site.counts.builds).toBe(1);
    site.clock.advance(1);
    expect(await site.text()).not.toContain('"c1"');
  });
});
