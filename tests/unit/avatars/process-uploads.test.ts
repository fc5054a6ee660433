import { expect, it } from 'vitest';
import { createUploadProcessor } from '../../../server/src/domain/avatars/upload-processor.ts';
import { createTestClock, systemClock } from '../../../server/src/domain/clock.ts';
import type { AvatarStorage } from '../../../server/src/domain/ports.ts';
import { createInMemoryUploads } from '../storage/pictures.ts';

/** Uploads of one person whose bytes lie in a storage that can be made to fail. */
function openProcessing() {
  const uploads = createInMemoryUploads();
  const clock = createTestClock(systemClock);
  const originals = new Map<string, Buffer>();
  const shown: string[] = [];
  const warned: string[] = [];
  let down = false;
  const storage: AvatarStorage = {
    createUploadUrl: () => Promise.resolve(''),
    readOriginal: (key) =>
      down ? Promise.reject(new Error('down')) : Promise.resolve(originals.get(key) ?? null),
    removeOriginal: (key) => Promise.resolve(void originals.delete(key)),
    writeProcessed: (_id, jpeg) => Promise.resolve(void shown.push(jpeg.toString())),
    readProcessed: () => Promise.resolve(null),
    removeProcessed: () => Promise.resolve(void shown.splice(0)),
  };
  const quiet = () => undefined;
  const processing = createUploadProcessor({
    uploads,
    storage,
    clock,
    images: { isAcceptable: () => Promise.resolve(true), process: (bytes) => Promise.resolve(bytes) },
    logger: { debug: quiet, info: quiet, error: quiet, warn: (_facts, text) => void warned.push(text) },
  });
  const add = async (key: string, secondsLeft: number) => {
    const expiresAt = new Date(clock.now().getTime() + secondsLeft * 1000);
    await uploads.add({ key, sub: 'somebody', extension: 'png', expiresAt });
    originals.set(key, Buffer.from(key));
  };
  return { processing, uploads, originals, clock, shown, warned, add, setDown: (is: boolean) => (down = is) };
}

it('[AVATAR-8] of two pictures of one user the later one remains', async () => {
  const { processing, shown, add } = openProcessing();
  await add('later.png', 300);
  await add('earlier.png', 200);
  await processing.processDue();
  expect(shown).toEqual(['earlier.png', 'later.png']);
});

it('[AVATAR-7] a failing storage is retried, and nothing is lost', async () => {
  const { processing, uploads, clock, shown, warned, add, setDown } = openProcessing();
  await add('a.png', 300);
  setDown(true);
  await processing.processDue();
  expect([warned.length, uploads.pending.size]).toEqual([1, 1]);
  setDown(false);
  await processing.processDue();
  expect(shown).toEqual([]);
  clock.advance(2000);
  await processing.processDue();
  expect(shown).toEqual(['a.png']);
});

it('[AVATAR-7] rounds requested while one runs are merged into one round', async () => {
  const { processing, shown, add } = openProcessing();
  await add('a.png', 300);
  await Promise.all([processing.processDue(), processing.processDue(), processing.processOne('a.png')]);
  expect(shown).toEqual(['a.png']);
});

it('[ERASE-8] a picture that arrives during or after its user’s erasure is neither shown nor stored', async () => {
  const { processing, uploads, originals, clock, shown, add } = openProcessing();
  await add('late.png', 300);
  uploads.erased.add('somebody');
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
