import type { Cursor, StreamEvent } from '@cruddur/shared';
import { expect, it } from 'vitest';
import type { FeedPageReads } from '../../../../server/src/domain/activities/ports.ts';
import type { View } from '../../../../server/src/domain/paging.ts';
import { createFeedPages } from '../../../../server/src/streams/feed-pages/feed-pages.ts';
import type { StreamListener, StreamReader } from '../../../../server/src/streams/stream-reader.ts';
import { createCrud, createEvent, uuidOf } from '../../client/sync/sample-events.ts';
import { createManualTimers } from './manual-timers.ts';
import { flushPendingWork } from './silent-logger.ts';

const AUTHOR = createCrud(1).cognito_user_uuid;
const NOW = new Date('2030-01-01T00:00:00.000Z');
const view: View = { viewer: AUTHOR, now: NOW, before: null, limit: 50 };

const created = (pos: number) => createEvent(pos, { kind: 'activity.created', data: createCrud(pos) });
const burned = (seq: number, pos: number) =>
  createEvent(seq, { kind: 'activity.deleted', data: { uuid: uuidOf(pos) } });
const profileAt = (seq: number, fields: object) =>
  createEvent(seq, {
    kind: 'profile.updated',
    data: { ...createCrud(1), bio: '', cruds_count: 0, ...fields },
  });
const visibilityAt = (seq: number, kind: 'person.hidden' | 'person.shown', sub = AUTHOR) =>
  createEvent(seq, { kind, data: { cognito_user_uuid: sub } });
const cursorAt = (seq: number): Cursor => ({ seq, tag: `t${seq}` });
const before = (pos: number) => ({ pos, uuid: uuidOf(pos) });

/** A store with this many cruds, and a reader of the public stream that is at its head and then moved on by hand. */
function createFixture(cruds: number) {
  const timers = createManualTimers();
  const store = {
    head: 0,
    tag: '',
    meTag: 'm1',
    positions: [] as number[],
    liked: [] as number[],
    /** Of a suspended author. */
    hidden: [] as number[],
  };
  const calls = { newest: 0, marks: 0, readAt: 0, older: 0 };
  let beforeReadAt: () => void = () => undefined;
  let position: Cursor | undefined;
  let applied: StreamEvent[] = [];
  let listener: StreamListener | undefined;
  const ownHead = () => ({ seq: 1, tag: store.meTag });
  const counts = { replies: '0', reposts: '0', likes: '0' };
  const reads: FeedPageReads = {
    readNewest: () => {
      calls.newest += 1;
      return Promise.resolve({
        publicHead: { ...cursorAt(store.head), ...(store.tag !== '' && { tag: store.tag }) },
        heads: new Map([[AUTHOR, ownHead()]]),
        counts: store.positions
          .toReversed()
          .map((pos) => `${pos},0,0,0`)
          .join(' '),
      });
    },
    readRecentMarks: () => {
      calls.marks += 1;
      const marks = { liked: new Set(store.liked), reposted: new Set<number>(), hidden: new Set<string>() };
      return Promise.resolve(new Map([[AUTHOR, { head: ownHead(), fromPos: 0, ...marks }]]));
    },
    readOlder: (asked) => {
      calls.older += 1;
      const rowsBefore = (pos: number) =>
        store.positions
          .toReversed()
          .filter((one) => one < pos)
          .map((one) => ({
            ...{ pos: one, counts },
            marks: { liked: store.liked.includes(one), reposted: false },
          }));
      const heads = { publicHead: cursorAt(store.head), head: ownHead() };
      return Promise.resolve(asked.map((page) => ({ ...heads, rows: rowsBefore(page.before.pos) })));
    },
    readAtPositions: (positions) => {
      calls.readAt += 1;
      const found = positions
        .filter((pos) => store.positions.includes(pos))
        .map((pos) => ({ pos, crud: createCrud(pos), isHidden: store.hidden.includes(pos) }));
      const publicHead = cursorAt(store.head);
      beforeReadAt();
      return Promise.resolve({ publicHead, cruds: found });
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
  /** The store gets an event, which the reader applies at once or later. */
  const append = (event: StreamEvent) => {
    store.head = event.seq;
    if (event.kind === 'activity.created') store.positions.push(event.seq);
  };
  const apply = (event: StreamEvent) => {
    position = { seq: event.seq, tag: event.tag };
    applied = [...applied, event];
    listener?.onEvents([event]);
  };
  for (let pos = 1; pos <= cruds; pos += 1) append(created(pos));
  position = cursorAt(store.head);
  const read = async (more: Partial<View> = {}) => {
    const found = await page.read({ ...view, ...more });
    return found && { ...found, cruds: JSON.parse(Buffer.from(found.encoded).toString()) as object[] };
  };
  return {
    store,
    calls,
    timers,
    read,
    onReadAt: (run: () => void) => (beforeReadAt = run),
    append,
    apply,
    follow: (event: StreamEvent) => {
      append(event);
      apply(event);
    },
    reset: () => {
      applied = [];
      position = { ...cursorAt(store.head), tag: store.tag };
      listener?.onReset();
    },
    /** The texts of a page, newest first, or null where it is left to the store. */
    messages: async (position: View['before'] = null) => {
      const found = await read({ before: position });
      return found && (found.cruds as { message: string }[]).map(({ message }) => message);
    },
  };
}

it('the newest texts are read once, and then only heads and counts, in one read for the requests that wait for it', async () => {
  const { messages, follow, calls } = createFixture(2);
  expect(await messages()).toEqual(['crud 2', 'crud 1']);
  follow(created(3));
  expect(await messages()).toEqual(['crud 3', 'crud 2', 'crud 1']);
  expect(calls).toEqual({ newest: 2, marks: 1, readAt: 1, older: 0 });
  const pages = await Promise.all(Array.from({ length: 50 }, () => messages()));
  expect(pages.every((page) => page?.length === 3)).toBe(true);
  expect(calls.newest).toBeLessThanOrEqual(4);
});

it('[FEED-23] a page waits for the events that the store has, and is left to the store when they do not come', async () => {
  const { messages, append, apply, timers } = createFixture(1);
  await messages();
  append(created(2));
  const read = messages();
  await Promise.resolve();
  apply(created(2));
  expect(await read).toEqual(['crud 2', 'crud 1']);
  append(created(3));
  const late = messages();
  await flushPendingWork();
  timers.advance(20);
  expect(await late).toBeNull();
});

it('[FEED-23] marks are read again after an event of the viewer’s stream', async () => {
  const { messages, read, store } = createFixture(1);
  await messages();
  store.meTag = 'm2';
  store.liked = [1];
  expect(await read()).toMatchObject({ cruds: [{ liked: true }], cursors: { me: { seq: 1, tag: 'm2' } } });
});

it('texts of a history that the store no longer has are not served', async () => {
  const { messages, store, reset, calls } = createFixture(1);
  await messages();
  // A restored store, which has another crud at the same position.
  store.tag = 'other';
  expect(await messages()).toBeNull();
  reset();
  expect(await messages()).toEqual(['crud 1']);
  expect(calls.readAt).toBe(2);
});

it('a page has no crud of a suspended author, and has it again after the suspension', async () => {
  const { messages, follow, calls } = createFixture(1);
  expect(await messages()).toEqual(['crud 1']);
  follow(visibilityAt(2, 'person.hidden', uuidOf(9)));
  expect(await messages()).toEqual(['crud 1']);
  follow(visibilityAt(3, 'person.hidden'));
  expect(await messages()).toEqual([]);
  expect(calls.readAt).toBe(1);
  follow(visibilityAt(4, 'person.shown'));
  expect(await messages()).toEqual(['crud 1']);
  expect(calls.readAt).toBe(2);
});

it('no text is kept that is read while its author is suspended', async () => {
  const { messages, store } = createFixture(2);
  store.hidden = [1];
  expect(await messages()).toEqual(['crud 2']);
  expect(await messages(before(2))).toBeNull();
});

it('a further page is in memory after its texts were read once, and follows their events', async () => {
  const { messages, read, follow, store, calls } = createFixture(3);
  for (let time = 0; time < 2; time += 1) expect(await messages(before(3))).toEqual(['crud 2', 'crud 1']);
  expect(calls).toEqual({ newest: 0, marks: 0, readAt: 1, older: 2 });
  follow(profileAt(4, { display_name: 'Anna', avatar_version: 1 }));
  store.liked = [2];
  const page = await read({ before: before(3), limit: 1 });
  expect(page?.cruds).toMatchObject([
    { message: 'crud 2', display_name: 'Anna', avatar_version: 1, liked: true },
  ]);
  expect(page?.next).toBe(`2~${uuidOf(2)}`);
  follow(profileAt(5, { display_name: '', erased: true }));
  await messages(before(3));
  expect(calls.readAt).toBe(2);
});

it('the further pages of waiting requests are read together', async () => {
  const { messages, calls } = createFixture(3);
  const pages = await Promise.all(
    Array.from({ length: 50 }, (_, index) => messages(before(2 + (index % 2)))),
  );
  expect(pages.slice(0, 2)).toEqual([['crud 1'], ['crud 2', 'crud 1']]);
  expect(calls.older).toBeLessThanOrEqual(2);
});

it('a burn that arrives while texts are read is applied, and leaves a further page to the store', async () => {
  const newest = createFixture(2);
  newest.onReadAt(() => newest.apply(burned(3, 1)));
  expect(await newest.messages()).toEqual(['crud 2']);
  const further = createFixture(3);
  further.onReadAt(() => further.apply(burned(4, 1)));
  expect(await further.messages(before(3))).toBeNull();
});
