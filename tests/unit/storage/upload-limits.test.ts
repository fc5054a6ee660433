import { existsSync } from 'node:fs';
import { mkdir, readdir, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { AVATAR_MAX_BYTES } from '@cruddur/shared';
import { describe, expect, it, vi } from 'vitest';
import { createTestClock, systemClock } from '../../../server/src/domain/clock.ts';
import { createFailureLog, type FailureLog } from '../../../server/src/domain/failure-log.ts';
import { createLocalAvatars } from '../../../server/src/storage/local-avatars.ts';
import { createRequestHead, openRawRequest } from '../../support/raw-request.ts';
import { until } from '../../support/until.ts';
import { bayko, sendRequest } from '../http/test-http-app.ts';
import { flushPendingWork, silentLogger } from '../streams/silent-logger.ts';
import { requestUploadUrl, startAvatarApp, putBytes } from './avatar-app.ts';
import { createAvatarFolder, createPicture } from './pictures.ts';

/** A PUT that announces 5 MB and sends as much of them as requested. */
function beginPut(url: string, headers: Record<string, string | number> = {}) {
  const { origin, pathname, search } = new URL(url);
  const raw = openRawRequest(origin);
  raw.write(
    createRequestHead(`PUT ${pathname}${search}`, {
      'content-type': 'image/png',
      'content-length': AVATAR_MAX_BYTES,
      ...headers,
    }),
  );
  return raw;
}

const uploadsOf = (folder: string) => readdir(join(folder, 'uploads')).catch((): string[] => []);

async function bytesOnDisk(folder: string): Promise<number> {
  const files = (await uploadsOf(folder)).map((name) => stat(join(folder, 'uploads', name)));
  return (await Promise.all(files)).reduce((sum, { size }) => sum + size, 0);
}

describe('[AVATAR-9] an upload address', () => {
  it('takes one upload at a time: others are refused before their bytes are read', async () => {
    await using here = await startAvatarApp();
    const url = await requestUploadUrl(here.app, 'png');
    using first = beginPut(url);
    first.write('x');
    await until(async () => (await bytesOnDisk(here.folder)) === 1, { what: 'the first upload has begun' });
    const others = Array.from({ length: 20 }, () => beginPut(url));
    for (const other of others) {
      await other.waitUntilClosed();
      expect(other.receivedText()).toMatch(/^HTTP\/1\.1 403 /);
    }
    expect(await uploadsOf(here.folder)).toHaveLength(1);
  });

  it('keeps the room of others free, however many rivals it has while the store is slow', async () => {
    await using here = await startAvatarApp();
    const picture = await createPicture('png');
    const url = await requestUploadUrl(here.app, 'png');
    let answer = (): void => undefined;
    const storeAnswer = new Promise<void>((resolve) => (answer = resolve));
    const claim = here.uploads.claimForPut.bind(here.uploads);
    const claiming = vi
      .spyOn(here.uploads, 'claimForPut')
      .mockImplementation((...request) => storeAnswer.then(() => claim(...request)));
    const rivals = Array.from({ length: 70 }, () => putBytes(url, picture, 'image/png'));
    const statuses = Promise.all(rivals);
    await until(() => claiming.mock.calls.length > 0, { what: 'one of them waits for the store' });
    await Promise.any(rivals);
    answer();
    expect((await statuses).toSorted()).toEqual([200, ...Array.from({ length: 69 }, () => 403)]);
  });

  it('can be used again after an interrupted upload, of which nothing is left', async () => {
    await using here = await startAvatarApp();
    const url = await requestUploadUrl(here.app, 'png');
    using first = beginPut(url);
    first.write('x');
    await until(async () => (await bytesOnDisk(here.folder)) === 1, { what: 'the first upload has begun' });
    first[Symbol.dispose]();
    await until(async () => (await uploadsOf(here.folder)).length === 0, { what: 'its file is removed' });
    await until(async () => (await putBytes(url, await createPicture('png'), 'image/png')) === 200, {
      what: 'the address can be used again',
    });
  });

  it('is usable again when the gateway that received the upload has died', async () => {
    await using here = await startAvatarApp();
    const url = await requestUploadUrl(here.app, 'png');
    const key = new URL(url).pathname.split('/').at(-1) ?? '';
    const now = here.clock.now();
    await here.uploads.claimForPut(key, now, new Date(now.getTime() + 130_000));
    expect(await putBytes(url, await createPicture('png'), 'image/png')).toBe(403);
    here.clock.advance(131_000);
    expect(await putBytes(url, await createPicture('png'), 'image/png')).toBe(200);
  });
});

describe('[AVATAR-10] uploaded bytes', () => {
  it('are written to disk as they arrive, and stop at the first byte over the limit', async () => {
    await using here = await startAvatarApp();
    using raw = beginPut(await requestUploadUrl(here.app, 'png'), {
      'content-length': '',
      'transfer-encoding': 'chunked',
    });
    raw.write('10000\r\n');
    raw.write('x'.repeat(0x10000));
    await until(async () => (await bytesOnDisk(here.folder)) === 0x10000, {
      what: 'the bytes are on the disk',
    });
    raw.write('\r\n40000000\r\n');
    raw.flood();
    await raw.waitUntilClosed();
    expect(raw.receivedText()).toMatch(/^HTTP\/1\.1 413 /);
    expect(await uploadsOf(here.folder)).toEqual([]);
  });

  it('arrive in at most two uploads per user at once', async () => {
    await using here = await startAvatarApp();
    const urls = [await requestUploadUrl(here.app, 'png'), await requestUploadUrl(here.app, 'png')];
    const under = urls.map((url) => beginPut(url));
    under.forEach((raw) => raw.write('x'));
    await until(async () => (await bytesOnDisk(here.folder)) === 2, { what: 'two uploads have begun' });
    const third = await requestUploadUrl(here.app, 'png');
    expect(await putBytes(third, await createPicture('png'), 'image/png')).toBe(429);
    under[0]?.[Symbol.dispose]();
    await until(async () => (await putBytes(third, await createPicture('png'), 'image/png')) === 200, {
      what: 'another upload is accepted',
    });
    under.forEach((raw) => raw[Symbol.dispose]());
  });

  it('have at most 20 open addresses per user', async () => {
    await using here = await startAvatarApp();
    for (let count = 0; count < 20; count++) await requestUploadUrl(here.app, 'png');
    const request = { method: 'POST', token: 'good', body: { extension: 'png' } };
    const { status, headers } = await sendRequest(here.app, '/avatars/key_upload', request);
    expect([status, headers.get('retry-after')]).toEqual([429, '300']);
  });
});

it('[AVATAR-11] the remains of an upload after a crash are removed, and another gateway’s running upload is not', async () => {
  await using folder = await createAvatarFolder();
  const uploads = join(folder.path, 'uploads');
  await mkdir(uploads, { recursive: true });
  for (const name of ['.left', '.young', 'kept.png']) await writeFile(join(uploads, name), 'x');
  const hourAgo = new Date(Date.now() - 3_600_000);
  for (const name of ['.left', 'kept.png']) await utimes(join(uploads, name), hourAgo, hourAgo);
  const failures = openFolder(folder.path);
  const left = await until(
    async () => {
      const names = await readdir(uploads);
      return names.length < 3 && names.sort();
    },
    { what: 'the partial file is removed' },
  );
  expect(left).toEqual(['.young', 'kept.png']);
  await flushPendingWork();
  expect([...failures.counts()]).toEqual([]);
});

it('[AVATAR-15] a folder whose remains cannot be removed is counted as a failure, and the other folder is cleaned', async () => {
  await using folder = await createAvatarFolder();
  await writeFile(join(folder.path, 'uploads'), 'a file where the folder should be');
  const left = join(folder.path, 'processed', '.left');
  await mkdir(join(folder.path, 'processed'));
  await writeFile(left, 'x');
  await utimes(left, new Date(0), new Date(0));
  const failures = openFolder(folder.path);
  await until(() => failures.counts().get('avatar drafts') === 1, { what: 'the failure is counted' });
  expect(existsSync(left)).toBe(false);
});

function openFolder(dir: string): FailureLog {
  const failures = createFailureLog(silentLogger);
  const clock = createTestClock(systemClock);
  createLocalAvatars({ dir, secret: 'a secret', publicUrl: () => '', clock, failures });
  return failures;
}

it('[AVATAR-4] an address can be requested with the size of the picture, which is limited', async () => {
  await using here = await startAvatarApp();
  const requestUpload = (size: unknown) =>
    sendRequest(here.app, '/avatars/key_upload', {
      method: 'POST',
      token: 'good',
      body: { extension: 'png', size },
    });
  expect((await requestUpload(AVATAR_MAX_BYTES)).status).toBe(200);
  expect(await requestUpload(AVATAR_MAX_BYTES + 1)).toMatchObject({ status: 413, json: ['generic_413'] });
  for (const wrong of [0, -1, 1.5, '5']) expect((await requestUpload(wrong)).status).toBe(400);
  expect([...here.uploads.pending.values()].every(({ sub }) => sub === bayko.sub)).toBe(true);
});
