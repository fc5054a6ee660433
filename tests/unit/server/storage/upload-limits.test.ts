import { existsSync } from 'node:fs';
import { mkdir, readdir, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { AVATAR_MAX_BYTES } from '@cruddur/shared';
import { expect, it, vi } from 'vitest';
import { systemClock } from '../../../../server/src/domain/clock.ts';
import { createFailureLog, type FailureLog } from '../../../../server/src/domain/failure-log.ts';
import { createLocalAvatars } from '../../../../server/src/storage/local-avatars.ts';
import { createTempFolder } from '../../../support/create-temp-folder.ts';
import { createRequestHead, openRawRequest } from '../../../support/raw-request.ts';
import { until } from '../../../support/until.ts';
import { flushPendingWork, silentLogger } from '../streams/silent-logger.ts';
import { requestUpload, requestUploadUrl, startAvatarApp, put } from './avatar-app.ts';

/** A PUT that announces 5 MB and sends as much of them as requested. */
function beginPut(url: string, headers: Record<string, string | number> = {}) {
  const { origin, pathname, search } = new URL(url);
  const raw = openRawRequest(origin);
  const length = { 'content-type': 'image/png', 'content-length': AVATAR_MAX_BYTES };
  raw.write(createRequestHead(`PUT ${pathname}${search}`, { ...length, ...headers }));
  return raw;
}

const uploadsOf = (folder: string) => readdir(join(folder, 'uploads')).catch((): string[] => []);

async function waitForBytes(folder: string, count: number): Promise<void> {
  const countBytes = async () => {
    const files = (await uploadsOf(folder)).map((name) => stat(join(folder, 'uploads', name)));
    return (await Promise.all(files)).reduce((sum, { size }) => sum + size, 0);
  };
  await until(async () => (await countBytes()) === count, { what: `${count} bytes are on the disk` });
}

it('[AVATAR-4] an upload address takes one upload at a time, and can be used again after an interrupted one, of which nothing is left', async () => {
  await using here = await startAvatarApp();
  const url = await requestUploadUrl(here.app);
  using first = beginPut(url);
  first.write('x');
  await waitForBytes(here.folder, 1);
  // Refused before their bytes are read.
  for (const other of Array.from({ length: 20 }, () => beginPut(url))) {
    await other.waitUntilClosed();
    expect(other.receivedText()).toMatch(/^HTTP\/1\.1 403 /);
  }
  expect(await uploadsOf(here.folder)).toHaveLength(1);
  first[Symbol.dispose]();
  await until(async () => (await uploadsOf(here.folder)).length === 0, { what: 'its file is removed' });
  await until(async () => (await put(url)) === 200, { what: 'the address can be used again' });
});

it('[AVATAR-4] an upload keeps the room of others free, however many rivals it has while the store is slow', async () => {
  await using here = await startAvatarApp();
  const url = await requestUploadUrl(here.app);
  let answer = (): void => undefined;
  const storeAnswer = new Promise<void>((resolve) => (answer = resolve));
  const claim = here.uploads.claimForPut.bind(here.uploads);
  const claiming = vi
    .spyOn(here.uploads, 'claimForPut')
    .mockImplementation((...request) => storeAnswer.then(() => claim(...request)));
  const rivals = Array.from({ length: 70 }, () => put(url));
  await until(() => claiming.mock.calls.length > 0, { what: 'one of them waits for the store' });
  await Promise.any(rivals);
  answer();
  expect((await Promise.all(rivals)).toSorted()).toEqual([200, ...Array<number>(69).fill(403)]);
});

it('[AVATAR-4] an upload address is usable again when the gateway that received the upload has died', async () => {
  await using here = await startAvatarApp();
  const url = await requestUploadUrl(here.app);
  const key = new URL(url).pathname.split('/').at(-1) ?? '';
  const now = here.clock.now();
  await here.uploads.claimForPut(key, now, new Date(now.getTime() + 130_000));
  expect(await put(url)).toBe(403);
  here.clock.advance(131_000);
  expect(await put(url)).toBe(200);
});

it('[AVATAR-10] uploaded bytes are written to disk as they arrive, and stop at the first byte over the limit', async () => {
  await using here = await startAvatarApp();
  const chunked = { 'content-length': '', 'transfer-encoding': 'chunked' };
  using raw = beginPut(await requestUploadUrl(here.app), chunked);
  raw.write(`10000\r\n${'x'.repeat(0x10000)}`);
  await waitForBytes(here.folder, 0x10000);
  raw.write('\r\n40000000\r\n');
  raw.flood();
  await raw.waitUntilClosed();
  expect(raw.receivedText()).toMatch(/^HTTP\/1\.1 413 /);
  expect(await uploadsOf(here.folder)).toEqual([]);
});

it('[AVATAR-10] a user has at most two uploads at once, and 20 open addresses', async () => {
  await using here = await startAvatarApp();
  const urls: string[] = [];
  for (let count = 0; count < 20; count++) urls.push(await requestUploadUrl(here.app));
  const { status, headers } = await requestUpload(here.app, { extension: 'png' });
  expect([status, headers.get('retry-after')]).toEqual([429, '300']);
  const [third = '', ...others] = urls;
  const under = others.slice(0, 2).map((url) => beginPut(url));
  for (const raw of under) raw.write('x');
  await waitForBytes(here.folder, 2);
  expect(await put(third)).toBe(429);
  under[0]?.[Symbol.dispose]();
  await until(async () => (await put(third)) === 200, { what: 'another upload is accepted' });
  under[1]?.[Symbol.dispose]();
});

it('the remains of an upload after a crash are removed, and another gateway’s running upload is not', async () => {
  await using folder = await createTempFolder();
  const uploads = join(folder.path, 'uploads');
  await mkdir(uploads, { recursive: true });
  for (const name of ['.left', '.young', 'kept.png']) await writeFile(join(uploads, name), 'x');
  const hourAgo = new Date(Date.now() - 3_600_000);
  for (const name of ['.left', 'kept.png']) await utimes(join(uploads, name), hourAgo, hourAgo);
  const failures = openFolder(folder.path);
  await until(() => !existsSync(join(uploads, '.left')), { what: 'the partial file is removed' });
  expect((await readdir(uploads)).sort()).toEqual(['.young', 'kept.png']);
  await flushPendingWork();
  expect([...failures.counts()]).toEqual([]);
});

it('a folder whose remains cannot be removed is counted as a failure, and the other folder is cleaned', async () => {
  await using folder = await createTempFolder();
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
  createLocalAvatars({ dir, secret: 'a secret', publicUrl: () => '', clock: systemClock, failures });
  return failures;
}
