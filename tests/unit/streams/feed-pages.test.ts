import type { Cursor, PublicActivity, StreamEvent } from '@cruddur/shared';
import { describe, expect, it } from 'vitest';
import type { FeedPageReads } from '../../../server/src/domain/activities/ports.ts';
import type { View } from '../../../server/src/domain/paging.ts';
import { createFeedPages } from '../../../server/src/streams/feed-pages/feed-pages.ts';
import type { StreamListener, StreamReader } from '../../../server/src/streams/stream-reader.ts';
import { createManualTimers } from './manual-timers.ts';

const VIEWER = '6a1f4f6e-2a2c-4f0e-8a0e-1f2e3d4c5b6a';
const NOW = new Date('2030-01-01T00:00:00.000Z');
const view: View = { viewer: VIEWER, now: NOW, before: null, limit: 50 };

function crudAt(place: number, fields: Partial<PublicActivity> = {}): PublicActivity {
  return {
    uuid: `00000000-0000-4000-8000-${String(place).padStart(12, '0')}`,
    handle: 'ann',
    display_name: 'Ann',
    cognito_user_uuid: VIEWER,
    avatar_version: 0,
    message: `crud ${place}`,
    created_at: NOW.toISOString(),
    expires_at: null,
    replies_count: 0,
    reposts_count: 0,
    likes_count: 0,
    reply_to_activity_uuid: null,
    ...fields,
  };
}

const created = (place: number): StreamEvent => ({
  ...{ seq: place, tag: `t${place}`, at: NOW.toISOString() },
  ...{ kind: 'activity.created', data: crudAt(place) },
});
type Profile = Extract<StreamEvent, { kind: 'profile.updated' }>['data'];
const profileAt = (seq: number, fields: Partial<Profile>): StreamEvent => ({
  ...{ seq, tag: `t${seq}`, at: NOW.toISOString(), kind: 'profile.updated' },
  data: {
    ...{
      cognito_user_uuid: VIEWER,
      handle: 'ann',
      display_name: 'Ann',
      avatar_version: 0,
      bio: '',
      cruds_count: 0,
    },
    ...fields,
  },
});
const burnedAt = (seq: number, place: number): StreamEvent => ({
  ...{ seq, tag: `t${seq}`, at: NOW.toISOString() },
  ...{ kind: 'activity.deleted', data: { uuid: crudAt(place).uuid } },
});
const visibilityAt = (seq: number, kind: 'person.hidden' | 'person.shown', sub = VIEWER): StreamEvent => ({
  ...{ seq, tag: `t${seq}`, at: NOW.toISOString() },
  ...{ kind, data: { cognito_user_uuid: sub } },
});
const cursorAt = (seq: number): Cursor => ({ seq, tag: `t${seq}` });

/** A store and a reader of the public stream that a test moves on by hand. */
function createFixture() {
  const timers = createManualTimers();
  const store = {
    head: 0,
    tag: '',
    places: [] as number[],
    counts: '0,0,0',
    meTag: 'm1',
    liked: [] as number[],
    /** Of a suspended author. */
    hidden: [] as number[],
  };
  const calls = { newest: 0, marks: 0, placed: 0, older: 0 };
  let beforePlaced: () => void = () => undefined;
  let position: Cursor | undefined;
  let applied: StreamEvent[] = [];
  let listener: StreamListener | undefined;
  const reads: FeedPageReads = {
    readNewest: () => {
      calls.newest += 1;
      return Promise.resolve({
        publicHead: { ...cursorAt(store.head), ...(store.tag !== '' && { tag: store.tag }) },
        heads: new Map([[VIEWER, { seq: 1, tag: store.meTag }]]),
        counts: store.places
          .toReversed()
          .map((place) => `${place},${store.counts}`)
          .join(' '),
      });
    },
    readRecentMarks: () => {
      calls.marks += 1;
      const head = { seq: 1, tag: store.meTag };
      const marks = { liked: new Set(store.liked), reposted: new Set<number>(), hidden: new Set<string>() };
      return Promise.resolve(new Map([[VIEWER, { head, fromPlace: 0, ...marks }]]));
    },
    readOlder: (asked) => {
      calls.older += 1;
      const [replies = '', reposts = '', likes = ''] = store.counts.split(',');
      const rowsBefore = (before: { place: number }) =>
        store.places
          .toReversed()
          .filter((place) => place < before.place)
          .map((place) => ({
            ...{ place, counts: { replies, reposts, likes } },
            marks: { liked: store.liked.includes(place), reposted: false },
          }));
      const heads = { publicHead: cursorAt(store.head), head: { seq: 1, tag: store.meTag } };
      return Promise.resolve(asked.map(({ before }) => ({ ...heads, rows: rowsBefore(before) })));
    },
    readPlaced: (places) => {
      calls.placed += 1;
      const cruds = places
        .filter((place) => store.places.includes(place))
        .map((place) => ({ place, crud: crudAt(place), isHidden: store.hidden.includes(place) }));
      const publicHead = cursorAt(store.head);
      beforePlaced();
      return Promise.resolve({ publicHead, cruds });
    },
  };
  const reader = {
    position: () => position,
    eventsAfter: ({ seq, tag }: Cursor) =>
      tag === `t${seq}` ? applied.filter((event) => event.seq > seq) : null,
  } as StreamReader;
  const page = createFeedPages({
    reads,
    readers: {
      followStream(_, added) {
        listener = added;
        return { reader, release: () => undefined };
      },
    },
    clock: { now: () => NOW },
    timers,
  });
  return {
    store,
    calls,
    timers,
    page,
    onPlaced: (run: () => void) => (beforePlaced = run),
    /** The store gets an event, which the reader applies at once or later. */
    append(event: StreamEvent) {
      store.head = event.seq;
      if (event.kind === 'activity.created') store.places.push(event.seq);
    },
    apply(event: StreamEvent) {
      position = { seq: event.seq, tag: event.tag };
      applied = [...applied, event];
      listener?.onEvents([event]);
    },
    start() {
      position = cursorAt(store.head);
    },
    reset() {
      applied = [];
      position = { ...cursorAt(store.head), tag: store.tag };
      listener?.onReset();
    },
    async messages(before: View['before'] = null) {
      const read = await page.read({ ...view, before });
      if (!read) return null;
      const text = typeof read.encoded === 'string' ? read.encoded : Buffer.from(read.encoded).toString();
      return (JSON.parse(text) as { message: string }[]).map(({ message }) => message);
    },
  };
}

describe('the memory of the newest cruds', () => {
  it('[FEED-25] reads texts once, and then only heads and counts', async () => {
    const fixture = createFixture();
    fixture.append(created(1));
    fixture.append(created(2));
    fixture.start();
    expect(await fixture.messages()).toEqual(['crud 2', 'crud 1']);
    fixture.append(created(3));
    fixture.apply(created(3));
    expect(await fixture.messages()).toEqual(['crud 3', 'crud 2', 'crud 1']);
    expect(fixture.calls).toEqual({ newest: 2, marks: 1, placed: 1, older: 0 });
  });

  it('[FEED-25] shares one read between the requests that wait for it', async () => {
    const fixture = createFixture();
    fixture.append(created(1));
    fixture.start();
    const pages = await Promise.all(Array.from({ length: 50 }, () => fixture.page.read(view)));
    expect(pages.every((page) => page !== null)).toBe(true);
    expect(fixture.calls.newest).toBeLessThanOrEqual(2);
  });

  it('[FEED-23] waits for the events that the store has, and leaves the page to the store when they do not come', async () => {
    const fixture = createFixture();
    fixture.append(created(1));
    fixture.start();
    await fixture.messages();
    fixture.append(created(2));
    const read = fixture.messages();
    await Promise.resolve();
    fixture.apply(created(2));
    expect(await read).toEqual(['crud 2', 'crud 1']);
    fixture.append(created(3));
    const late = fixture.messages();
    await new Promise((resolve) => setImmediate(resolve));
    fixture.timers.advance(20);
    expect(await late).toBeNull();
  });

  it('[FEED-23] reads marks again after an event of the viewer’s stream', async () => {
    const fixture = createFixture();
    fixture.append(created(1));
    fixture.start();
    await fixture.messages();
    fixture.store.meTag = 'm2';
    fixture.store.liked = [1];
    const page = await fixture.page.read(view);
    expect(JSON.parse(Buffer.from(page?.encoded ?? '').toString())).toMatchObject([{ liked: true }]);
    expect(page?.cursors.me).toEqual({ seq: 1, tag: 'm2' });
  });

  it('[FEED-26] does not serve texts of a history that the store no longer has', async () => {
    const fixture = createFixture();
    fixture.append(created(1));
    fixture.start();
    await fixture.messages();
    // A restored store, which has another crud at the same position.
    fixture.store.tag = 'other';
    expect(await fixture.messages()).toBeNull();
    fixture.reset();
    expect(await fixture.messages()).toEqual(['crud 1']);
    expect(fixture.calls.placed).toBe(2);
  });

  it('[SUSPEND-4] has no crud of a suspended author, and has it again after the suspension', async () => {
    const fixture = createFixture();
    fixture.append(created(1));
    fixture.start();
    expect(await fixture.messages()).toEqual(['crud 1']);
    const follow = (event: StreamEvent) => {
      fixture.append(event);
      fixture.apply(event);
    };
    follow(visibilityAt(2, 'person.hidden', crudAt(9).uuid));
    expect(await fixture.messages()).toEqual(['crud 1']);
    follow(visibilityAt(3, 'person.hidden'));
    expect(await fixture.messages()).toEqual([]);
    expect(fixture.calls.placed).toBe(1);
    follow(visibilityAt(4, 'person.shown'));
    expect(await fixture.messages()).toEqual(['crud 1']);
    expect(fixture.calls.placed).toBe(2);
  });

  it('[SUSPEND-4] keeps no text that it reads while its author is suspended', async () => {
    const fixture = createFixture();
    for (const place of [1, 2]) fixture.append(created(place));
    fixture.start();
    fixture.store.hidden = [1];
    expect(await fixture.messages()).toEqual(['crud 2']);
    expect(await fixture.messages({ place: 2, uuid: VIEWER })).toBeNull();
  });

  it('[FEED-27] has a further page after its texts were read once, and follows their events', async () => {
    const fixture = createFixture();
    for (const place of [1, 2, 3]) fixture.append(created(place));
    fixture.start();
    const before = { place: 3, uuid: crudAt(3).uuid };
    expect(await fixture.messages(before)).toEqual(['crud 2', 'crud 1']);
    expect(await fixture.messages(before)).toEqual(['crud 2', 'crud 1']);
    expect(fixture.calls).toEqual({ newest: 0, marks: 0, placed: 1, older: 2 });
    const renamed = profileAt(4, { display_name: 'Anna', avatar_version: 1 });
    fixture.append(renamed);
    fixture.apply(renamed);
    fixture.store.liked = [2];
    const page = await fixture.page.read({ ...view, before, limit: 1 });
    expect(JSON.parse(Buffer.from(page?.encoded ?? '').toString())).toMatchObject([
      { message: 'crud 2', display_name: 'Anna', avatar_version: 1, liked: true },
    ]);
    expect(page?.next).toBe(`2~${crudAt(2).uuid}`);
  });

  it('[FEED-27] reads the further pages of waiting requests together', async () => {
    const fixture = createFixture();
    for (const place of [1, 2, 3]) fixture.append(created(place));
    fixture.start();
    const positions = Array.from({ length: 50 }, (_, index) => ({ place: 2 + (index % 2), uuid: VIEWER }));
    const pages = await Promise.all(positions.map((before) => fixture.messages(before)));
    expect(pages.slice(0, 2)).toEqual([['crud 1'], ['crud 2', 'crud 1']]);
    expect(fixture.calls.older).toBeLessThanOrEqual(2);
  });

  it('[FEED-27] leaves a further page to the store when one of its cruds is burned meanwhile', async () => {
    const fixture = createFixture();
    for (const place of [1, 2, 3]) fixture.append(created(place));
    fixture.start();
    fixture.onPlaced(() => fixture.apply(burnedAt(4, 1)));
    expect(await fixture.messages({ place: 3, uuid: crudAt(3).uuid })).toBeNull();
  });

  it('[FEED-27] drops the texts of an erased person', async () => {
    const fixture = createFixture();
    for (const place of [1, 2, 3]) fixture.append(created(place));
    fixture.start();
    const before = { place: 3, uuid: crudAt(3).uuid };
    await fixture.messages(before);
    const erased = profileAt(4, { display_name: '', erased: true });
    fixture.append(erased);
    fixture.apply(erased);
    await fixture.messages(before);
    expect(fixture.calls.placed).toBe(2);
  });

  it('[FEED-22] applies a burn that arrives while texts are read', async () => {
    const fixture = createFixture();
    fixture.append(created(1));
    fixture.append(created(2));
    fixture.start();
    fixture.onPlaced(() => fixture.apply(burnedAt(3, 1)));
    expect(await fixture.messages()).toEqual(['crud 2']);
  });
});
