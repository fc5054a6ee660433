import { expect, it, vi } from 'vitest';
import type { ClaimedUpload } from '../../../../server/src/domain/avatars/ports.ts';
import { createUploadProcessor } from '../../../../server/src/domain/avatars/upload-processor.ts';
import { createTestClock, systemClock } from '../../../../server/src/domain/clock.ts';
import { createFailureLog } from '../../../../server/src/domain/failure-log.ts';
import type { AvatarStorage } from '../../../../server/src/domain/ports.ts';
import { createInMemoryUploads } from '../storage/pictures.ts';
import { silentLogger } from '../streams/silent-logger.ts';

/** Uploads of one user whose bytes are in a storage that can be made to fail. */
function openProcessing() {
  const uploads = createInMemoryUploads();
  const clock = createTestClock(systemClock);
  const originals = new Map<string, Buffer>();
  const shown: string[] = [];
  const lines: string[] = [];
  const write = (_facts: object, text: string) => void lines.push(text);
  const failures = createFailureLog({ ...silentLogger, error: write, warn: write });
  const state = { isDown: false };
  const storage: AvatarStorage = {
    createUploadUrl: () => Promise.resolve(''),
    readOriginal: (key) =>
      state.isDown ? Promise.reject(new Error('down')) : Promise.resolve(originals.get(key) ?? null),
    removeOriginal: (key) => Promise.resolve(void originals.delete(key)),
    writeProcessed: (_id, jpeg) => Promise.resolve(void shown.push(jpeg.toString())),
    readProcessed: () => Promise.resolve(null),
    removeProcessed: () => Promise.resolve(void shown.splice(0)),
  };
  const images = {
    isAcceptable: () => Promise.resolve(true),
    process: (bytes: Buffer) => Promise.resolve(bytes),
  };
  const processing = createUploadProcessor({ uploads, storage, clock, images, failures });
  const add = async (key: string, secondsLeft = 300) => {
    const expiresAt = new Date(clock.now().getTime() + secondsLeft * 1000);
    await uploads.add({ key, sub: 'stranger', extension: 'png', expiresAt });
    originals.set(key, Buffer.from(key));
  };
  return { processing, uploads, originals, clock, shown, lines, failures, add, state };
}

it('of two pictures of one user the later one remains', async () => {
  const { processing, shown, add } = openProcessing();
  await add('later.png');
  await add('earlier.png', 200);
  // Rounds requested while one runs are merged into one.
  await Promise.all([processing.processDue(), processing.processDue(), processing.processOne('later.png')]);
  expect(shown).toEqual(['earlier.png', 'later.png']);
});

it('a gateway that stops ends the picture in process, and begins no other', async () => {
  const { processing, uploads, shown, add } = openProcessing();
  await add('a.png', 200);
  await add('b.png');
  const complete = uploads.complete.bind(uploads);
  let closed: Promise<void> | undefined;
  vi.spyOn(uploads, 'complete').mockImplementation((key) => {
    closed = processing.close();
    return complete(key);
  });
  await processing.processDue();
  await closed;
  await processing.processDue();
  expect([shown, uploads.completed, uploads.pending.size]).toEqual([['a.png'], ['a.png'], 1]);
});

it('uploads that cannot be processed are retried, counted each time, and logged once until one is processed', async () => {
  const { processing, clock, failures, shown, lines, add, state } = openProcessing();
  await add('a.png');
  await add('b.png');
  state.isDown = true;
  for (let round = 0; round < 3; round += 1) {
    await processing.processDue();
    // Rounds without a due upload do not show that the storage works.
    await processing.processDue();
    clock.advance(2000);
  }
  await processing.processOne('a.png');
  expect([...failures.counts()]).toEqual([['avatar uploads', 7]]);
  expect([lines, shown]).toEqual([['a chore failed'], []]);
  state.isDown = false;
  await processing.processDue();
  expect(lines).toEqual(['a chore failed', 'a chore works again']);
  expect(shown.toSorted()).toEqual(['a.png', 'b.png']);
});

it('a round fails when the store is unavailable, and later rounds process the upload', async () => {
  const { processing, uploads, clock, failures, shown, add } = openProcessing();
  const working = { ...uploads };
  const unavailable = () => Promise.reject(new Error('the store is unavailable'));
  await add('a.png');
  Object.assign(uploads, { claimDue: unavailable, find: unavailable });
  await expect(processing.processDue()).rejects.toThrow('the store is unavailable');
  await expect(processing.processDue()).rejects.toThrow('the store is unavailable');
  await processing.processOne('a.png');
  expect([...failures.counts()]).toEqual([['avatars', 1]]);
  Object.assign(uploads, working);
  clock.advance(2000);
  await processing.processDue();
  expect(shown).toEqual(['a.png']);
});

it('the file of a cleared picture is removed, and no upload of a suspended user is processed', async () => {
  const { processing, uploads, originals, shown, add } = openProcessing();
  const addAs = async (key: string, change: Partial<ClaimedUpload>) => {
    await add(key);
    for (const upload of uploads.pending.values()) Object.assign(upload, change);
  };
  shown.push('cleared');
  await addAs('removal.jpg', { isRemoval: true });
  await processing.processDue();
  expect([shown, uploads.pending.size]).toEqual([[], 0]);
  originals.clear();
  await addAs('late.png', { owner: 'suspended' });
  await processing.processDue();
  expect([shown, originals.size, uploads.pending.size]).toEqual([[], 0, 1]);
});

it('a picture that arrives during or after its user’s erasure is neither shown nor stored', async () => {
  const { processing, uploads, originals, clock, shown, add } = openProcessing();
  await add('late.png');
  uploads.erased.add('stranger');
  await processing.processOne('late.png');
  expect([shown, originals.size]).toEqual([[], 0]);
  originals.set('late.png', Buffer.from('once more'));
  clock.advance(2000);
  await processing.processDue();
  expect([shown, originals.size, uploads.pending.size]).toEqual([[], 0, 1]);
  clock.advance(340_000);
  await processing.processDue();
  expect(uploads.pending.size).toBe(0);
});
