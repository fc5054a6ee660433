import type { Counts, StreamEvent } from '@cruddur/shared';
import { expect, test } from 'vitest';
import { createTestClock, systemClock } from '../../../../server/src/domain/clock.ts';
import { createCurrentCounts } from '../../../../server/src/streams/current-counts.ts';
import { createCrud, createEvent, uuidOf } from '../../client/sync/sample-events.ts';

/** Counts of a store whose version grows with each read. */
function openStore() {
  const reads: string[][] = [];
  const clock = createTestClock(systemClock);
  const counts = (uuid: string, version: number): Counts => ({
    uuid,
    version,
    likes_count: version,
    reposts_count: 0,
    replies_count: 0,
    as_of: '0.0',
  });
  const state = { isBroken: false };
  const current = createCurrentCounts((uuids) => {
    reads.push([...uuids]);
    if (state.isBroken) return Promise.reject(new Error('the store is away'));
    return Promise.resolve(uuids.map((uuid) => counts(uuid, reads.length)));
  }, clock);
  const versions = async (...uuids: string[]) => (await current.read(uuids)).map(({ version }) => version);
  return { reads, clock, current, counts, versions, state };
}

const created = (seq: number): StreamEvent =>
  createEvent(seq, { kind: 'activity.created', data: createCrud(seq) });

test('requests that come together share one read, and a crud is read once a second', async () => {
  const { reads, clock, versions } = openStore();
  const [a, b] = [uuidOf(1), uuidOf(2)];
  await Promise.all([versions(a), versions(b, a), versions(a)]);
  expect(reads).toEqual([[a, b]]);
  expect(await versions(a, b)).toEqual([1, 1]);
  clock.advance(1001);
  expect(await versions(a)).toEqual([2]);
  expect(reads).toEqual([[a, b], [a]]);
});

test('requests during a read share the next one, and a failed read fails its requests only', async () => {
  const { reads, versions, state } = openStore();
  const first = versions(uuidOf(1));
  await Promise.resolve();
  await Promise.resolve();
  expect(reads).toHaveLength(1);
  await Promise.all([first, versions(uuidOf(2)), versions(uuidOf(3))]);
  expect(reads).toEqual([[uuidOf(1)], [uuidOf(2), uuidOf(3)]]);
  state.isBroken = true;
  await expect(versions(uuidOf(4))).rejects.toThrow('the store is away');
  state.isBroken = false;
  expect(await versions(uuidOf(4))).toEqual([4]);
});

test('a new crud is not read before counts of it were published, and then those are reused', async () => {
  const { reads, clock, current, counts, versions } = openStore();
  current.noteCreated([created(1), created(2)]);
  expect(await versions(uuidOf(1), uuidOf(2))).toEqual([]);
  current.notePublished(counts(uuidOf(1), 7));
  expect(await versions(uuidOf(1), uuidOf(2))).toEqual([7]);
  expect(reads).toEqual([]);
  current.notePublished(counts(uuidOf(1), 6));
  expect(await versions(uuidOf(1))).toEqual([7]);
  clock.advance(1001);
  expect(await versions(uuidOf(1))).toEqual([1]);
  current.clear();
  await versions(uuidOf(2));
  expect(reads).toEqual([[uuidOf(1)], [uuidOf(2)]]);
});

test('only the newest cruds are remembered as unchanged', async () => {
  const { reads, current, versions } = openStore();
  current.noteCreated(Array.from({ length: 600 }, (_, index) => created(index + 1)));
  await versions(uuidOf(88), uuidOf(89), uuidOf(600));
  expect(reads).toEqual([[uuidOf(88)]]);
});
