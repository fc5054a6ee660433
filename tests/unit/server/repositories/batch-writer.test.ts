import { expect, test } from 'vitest';
import { Refusal } from '../../../../server/src/domain/errors.ts';
import type { WriteResult } from '../../../../server/src/domain/ports.ts';
import type { WritePlan } from '../../../../server/src/domain/write-plans.ts';
import { createBatchWriter } from '../../../../server/src/repositories/batch-writer.ts';
import type {
  CommitResult,
  Commits,
  PlanRequest,
  WriteRequest,
} from '../../../../server/src/repositories/commit.ts';
import { flushPendingWork } from '../streams/silent-logger.ts';

const created_at = new Date(0);
const crud: WritePlan = {
  ...{ is: 'crud', uuid: 'crud', author: 'ann', message: 'the commits of this test never look inside' },
  ...{ hashtags: [], created_at, expires_at: null, reply_to: null, mentions: [] },
};
const request = (id: string): PlanRequest => ({
  operation: { actor: 'ann', operation: { id, fingerprint: '' } },
  plan: crud,
});
const like = (person: string, activity: string): PlanRequest => ({
  operation: null,
  plan: { is: 'mark', mark: 'like', isSet: true, activity, person, created_at },
});
const work = (queue: string | undefined): WriteRequest => ({
  operation: null,
  queue,
  work: () => Promise.reject(new Error('the commits of this test never look inside')),
});
const written = (ref: string): WriteResult => ({ ref, envelopes: [] });

function idOf(one: WriteRequest): string {
  if (one.operation) return one.operation.operation.id;
  if ('work' in one) return one.queue ?? '';
  return one.plan.is === 'mark' ? one.plan.person : '';
}

interface OpenCommit {
  ids: string[];
  end: (results?: CommitResult[]) => void;
  fail: (error?: Error) => void;
}

/** Commits that a test ends by hand; it also counts their time and ends the pauses between them. */
function createManualCommits() {
  const time = { ms: 0 };
  const pauses: { ms: number; end: () => void }[] = [];
  const batches: OpenCommit[] = [];
  const queued: OpenCommit[] = [];
  const alones: (() => void)[] = [];
  const open = (commits: OpenCommit[], requests: readonly WriteRequest[]) =>
    new Promise<CommitResult[]>((resolve, reject) => {
      const results = requests.map((one): CommitResult => ({ is: 'written', written: written(idOf(one)) }));
      commits.push({
        ids: requests.map(idOf),
        end: (given = results) => resolve(given),
        fail: (error = new Error('something in the batch')) => reject(error),
      });
    });
  const commits: Commits = {
    commitShared: (requests) => open(batches, requests),
    commitQueued: (requests) => open(queued, requests),
    commitAlone: (one) => new Promise((resolve) => alones.push(() => resolve(written(`${idOf(one)} alone`)))),
  };
  const write = createBatchWriter(commits, {
    nowMs: () => time.ms,
    pause: (ms) => new Promise<void>((end) => pauses.push({ ms, end })),
  });
  /** Ends the commits of one request each, in order, also those that begin meanwhile. */
  const endAlones = async (count: number) => {
    for (let n = 0; n < count; n += 1) {
      alones[n]?.();
      await settle();
    }
  };
  return { batches, alones, queued, pauses, time, write, endAlones };
}

/** Runs pending microtasks and immediates: a settled promise has its follow-up in the next turn of the loop, and its end after that. */
const settle = async () => {
  for (let turn = 0; turn < 2; turn += 1) await flushPendingWork();
};
const ids = (count: number) => Array.from({ length: count }, (_, n) => `act-${n}`);
const refsOf = async (writes: readonly Promise<WriteResult>[]) =>
  (await Promise.all(writes)).map(({ ref }) => ref);

test('the first operation is committed at once, and later ones together, at most 32, in order, and never two with one id', async () => {
  const { batches, write } = createManualCommits();
  const [first = '', ...others] = ids(40);
  const begun = write(request(first));
  await settle();
  const all = [begun, ...others.map((id) => write(request(id)))];
  expect(batches.map((batch) => batch.ids)).toEqual([['act-0']]);
  for (const size of [1, 32, 7]) {
    const batch = batches.at(-1);
    expect(batch?.ids).toHaveLength(size);
    batch?.end();
    await settle();
  }
  expect(await refsOf(all)).toEqual(ids(40));
  expect(batches.flatMap((batch) => batch.ids)).toEqual(ids(40));
  for (const id of ['same-id', 'same-id', 'other-id']) void write(request(id));
  for (const expected of [['same-id', 'other-id'], ['same-id']]) {
    await settle();
    expect(batches.at(-1)?.ids).toEqual(expected);
    batches.at(-1)?.end();
  }
});

test.each(['batches', 'queued'] as const)(
  'the results of a commit of %s are passed on over several turns of the event loop, in order',
  async (kind) => {
    const commits = createManualCommits();
    const likes = await queueBlockedLikes(commits, 16, kind === 'queued');
    expect(commits[kind].map((group) => group.ids)).toEqual([ids(16)]);
    commits[kind][0]?.end();
    const refs: string[] = [];
    for (const one of likes) void one.then(({ ref }) => refs.push(ref));
    let turns = 0;
    for (; refs.length < 16; turns += refs.length > 0 ? 1 : 0) await flushPendingWork();
    expect(turns).toBeGreaterThan(1);
    expect(refs).toEqual(ids(16));
  },
);

test('after a commit of 16 or more changes the next one waits as long as it took, 20 ms at most', async () => {
  const { batches, pauses, time, write } = createManualCommits();
  const likes = Promise.all(ids(64 + 64 + 15).map((person) => write(like(person, 'crud'))));
  await settle();
  for (const [tookMs, pauseMs] of Object.entries({ 7: 7, 900: 20 })) {
    const begun = batches.length;
    time.ms += Number(tookMs);
    batches.at(-1)?.end();
    await settle();
    expect(batches).toHaveLength(begun);
    expect(pauses.at(-1)?.ms).toBe(pauseMs);
    pauses.at(-1)?.end();
    await settle();
  }
  expect(batches.map((batch) => batch.ids.length)).toEqual([64, 64, 15]);
  batches.at(-1)?.end();
  await likes;
  expect(pauses).toHaveLength(2);
});

test('when a batch fails, each of its operations is tried alone, four at a time', async () => {
  const { batches, alones, write, endAlones } = createManualCommits();
  const all = ids(7).map((id) => write(request(id)));
  await settle();
  batches[0]?.fail();
  await settle();
  expect(alones).toHaveLength(4);
  await endAlones(7);
  expect(await refsOf(all)).toEqual(ids(7).map((id) => `${id} alone`));
});

test('a refused operation is answered, and an unsuitable one is committed alone and delays no other', async () => {
  const { batches, alones, write } = createManualCommits();
  void write(request('first'));
  await settle();
  const [refused, unfit, well] = ['refused', 'unfit', 'well'].map((id) => write(request(id)));
  batches[0]?.end();
  await settle();
  batches[1]?.end([
    { is: 'refused', refusal: new Refusal('activity_expired') },
    { is: 'retryAlone' },
    { is: 'written', written: written('well') },
  ]);
  await expect(refused).rejects.toThrow('activity_expired');
  expect(await well).toMatchObject({ ref: 'well' });
  const later = write(request('later'));
  await settle();
  batches[2]?.end();
  expect((await later).ref).toBe('later');
  alones[0]?.();
  expect(await unfit).toMatchObject({ ref: 'unfit alone' });
});

test('the 1,025th waiting operation is refused with a time to wait, and later there is room', async () => {
  const { batches, write } = createManualCommits();
  const first = write(request('first'));
  await settle();
  for (const id of ids(1023)) void write(request(id));
  await expect(write(request('too-many'))).rejects.toMatchObject({ codes: ['generic_503'], retryAfter: 1 });
  batches[0]?.end();
  await first;
  void write(request('room-again'));
  await settle();
  batches[1]?.end();
  expect(batches[1]?.ids).toHaveLength(32);
});

/** Likes of one crud, which another transaction holds unless `isHeld` is false. */
async function queueBlockedLikes(
  { batches, write }: ReturnType<typeof createManualCommits>,
  count: number,
  isHeld = true,
) {
  const likes = ids(count).map((id) => write(like(id, 'held')));
  await settle();
  if (isHeld) batches[0]?.end(ids(count).map(() => ({ is: 'retryAlone' })));
  await settle();
  return likes;
}

test('changes that wait for one row wait together, and delay no other', async () => {
  const commits = createManualCommits();
  const { batches, queued, write } = commits;
  const likes = await queueBlockedLikes(commits, 4);
  const late = write(like('late', 'held'));
  await settle();
  batches[1]?.end([{ is: 'retryAlone' }]);
  const other = write(like('other', 'free'));
  await settle();
  batches[2]?.end();
  expect((await other).ref).toBe('other');
  expect(queued.map((group) => group.ids)).toEqual([ids(4)]);
  queued[0]?.end();
  expect(await refsOf(likes)).toEqual(ids(4));
  await settle();
  commits.alones[0]?.();
  expect((await late).ref).toBe('late alone');
});

test('changes whose common wait timed out are not retried one by one, as they are after any other failure', async () => {
  const late = createManualCommits();
  const refused = await queueBlockedLikes(late, 3);
  late.queued[0]?.fail(Object.assign(new Error('canceled by the lock timeout'), { code: '55P03' }));
  const ends = await Promise.allSettled(refused);
  expect(ends.map(({ status }) => status)).toEqual(Array(3).fill('rejected'));
  expect(late.alones).toEqual([]);

  const failed = createManualCommits();
  const likes = await queueBlockedLikes(failed, 3);
  failed.queued[0]?.fail();
  await settle();
  await failed.endAlones(3);
  expect(await refsOf(likes)).toEqual(ids(3).map((id) => `${id} alone`));
});

test('changes of one queue with work of their own use one connection, however many they are', async () => {
  const { batches, alones, write, endAlones } = createManualCommits();
  const burns = Promise.all(ids(6).map(() => write(work('burn'))));
  const opening = write(work(undefined));
  await settle();
  expect([batches.length, alones.length]).toEqual([0, 2]);
  alones[1]?.();
  await opening;
  await endAlones(7);
  expect(await burns).toHaveLength(6);
});
