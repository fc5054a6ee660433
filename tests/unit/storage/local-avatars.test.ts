import { AVATAR_MAX_BYTES } from '@cruddur/shared';
import { describe, expect, it } from 'vitest';
import { createTestClock, systemClock } from '../../../server/src/domain/clock.ts';
import { createProcessUploads } from '../../../server/src/domain/avatars/process-uploads.ts';
import { createReceiveUpload } from '../../../server/src/domain/avatars/receive-upload.ts';
import { createRequestUpload } from '../../../server/src/domain/avatars/request-upload.ts';
import { createLocalAvatars } from '../../../server/src/storage/local-avatars.ts';
import { createImageProcessor } from '../../../server/src/storage/process-image.ts';
import { bayko, notingUseCases, openDoor, say, type Door } from '../http/door.ts';
import { until } from '../../support/until.ts';
import { openFolder, picture, rememberUploads } from './pictures.ts';

const quiet = () => undefined;
const logger = { debug: quiet, info: quiet, warn: quiet, error: quiet };

/** A door with the whole avatar path behind it: real files, real signatures, real pictures. */
async function openAvatars() {
  const folder = await openFolder();
  const uploads = rememberUploads();
  const clock = createTestClock(systemClock);
  let url = '';
  const storage = createLocalAvatars({ dir: folder.path, secret: 'a secret', publicUrl: () => url, clock });
  const images = createImageProcessor();
  const processing = createProcessUploads({ uploads, storage, images, clock, logger });
  const processSoon = (key: string) => void processing.one(key);
  const requestAvatarUpload = createRequestUpload({
    uploads,
    storage,
    clock,
    newId: () => crypto.randomUUID(),
  });
  const door = await openDoor({
    useCases: notingUseCases([], { requestAvatarUpload }),
    avatars: storage,
    receiveUpload: createReceiveUpload({ desk: storage, uploads, images, processSoon }),
  });
  url = door.url;
  return {
    ...{ door, uploads, clock, processing, storage },
    [Symbol.asyncDispose]: async () => {
      await door[Symbol.asyncDispose]();
      await processing.due();
      await folder[Symbol.asyncDispose]();
    },
  };
}

async function askUrl(door: Door, extension: string): Promise<string> {
  const said = { method: 'POST', token: 'good', body: { extension } };
  return ((await say(door, '/avatars/key_upload', said)).json as { url: string }).url;
}

async function put(url: string, bytes: Buffer, type: string): Promise<number> {
  const response = await fetch(url, {
    method: 'PUT',
    body: new Uint8Array(bytes),
    headers: { 'content-type': type },
  });
  await response.arrayBuffer();
  return response.status;
}

const pictureUrl = (door: Door, query = '') => `${door.url}/avatars/processed/${bayko.sub}.jpg${query}`;

it('[AVATAR-3] an uploaded picture is there, processed, and the profile says so', async () => {
  await using here = await openAvatars();
  expect((await fetch(pictureUrl(here.door))).status).toBe(404);
  expect(await put(await askUrl(here.door, 'jpg'), await picture('jpeg'), 'image/jpeg')).toBe(200);
  const found = await until(
    async () => {
      const response = await fetch(pictureUrl(here.door, '?v=1'));
      return response.status === 200 && response;
    },
    { what: 'the processed picture is there', timeoutMs: 5000 },
  );
  expect(found.headers.get('content-type')).toBe('image/jpeg');
  expect(found.headers.get('cache-control')).toContain('immutable');
  const etag = found.headers.get('etag') ?? '';
  // Left to itself, fetch adds `no-cache` to a request with a tag of its caller's.
  const asked = { 'if-none-match': etag, 'cache-control': 'max-age=0' };
  expect((await fetch(pictureUrl(here.door), { headers: asked })).status).toBe(304);
  await until(() => here.uploads.completed.length === 1, { what: 'the upload is complete' });
});

describe('[AVATAR-4] an upload address', () => {
  it('fits one key and one type', async () => {
    await using here = await openAvatars();
    const url = await askUrl(here.door, 'png');
    const bytes = await picture('png');
    expect(await put(url, bytes, 'image/jpeg')).toBe(403);
    expect(await put(url.replace(/uploads\/[\w-]+/, 'uploads/other'), bytes, 'image/png')).toBe(403);
    expect(await put(url.replace(/signature=./, 'signature='), bytes, 'image/png')).toBe(403);
    expect(await put(url.replace(/expires=1/, 'expires=9'), bytes, 'image/png')).toBe(403);
    expect(await put(url, bytes, 'image/png')).toBe(200);
  });

  it('lives 300 s', async () => {
    await using here = await openAvatars();
    const url = await askUrl(here.door, 'png');
    here.clock.advance(302_000);
    expect(await put(url, await picture('png'), 'image/png')).toBe(403);
  });

  it('is of no use once its picture is processed', async () => {
    await using here = await openAvatars();
    const url = await askUrl(here.door, 'png');
    await put(url, await picture('png'), 'image/png');
    await until(() => here.uploads.completed.length === 1, { what: 'the upload is complete' });
    expect(await put(url, await picture('png'), 'image/png')).toBe(403);
  });
});

describe('[AVATAR-5] what is no fitting picture', () => {
  it('is refused on receipt: too large, or no picture', async () => {
    await using here = await openAvatars();
    const url = await askUrl(here.door, 'png');
    expect(await put(url, Buffer.alloc(AVATAR_MAX_BYTES + 1), 'image/png')).toBe(413);
    expect(await put(url, Buffer.from('hello'), 'image/png')).toBe(415);
    expect(here.uploads.completed).toEqual([]);
  });

  it.each(['svg', 'exe', '', null, '../png'])('an extension of "%s" gets no address', async (extension) => {
    await using here = await openAvatars();
    const said = { method: 'POST', token: 'good', body: { extension } };
    const { status, json } = await say(here.door, '/avatars/key_upload', said);
    expect([status, json]).toEqual([422, ['extension_invalid']]);
  });
});

it('[AVATAR-6] an upload that never came is forgotten after its address ends', async () => {
  await using here = await openAvatars();
  await askUrl(here.door, 'png');
  await here.processing.due();
  expect(here.uploads.pending.size).toBe(1);
  here.clock.advance(331_000);
  await here.processing.due();
  expect(here.uploads.pending.size).toBe(0);
});

it('[AVATAR-7] a picture whose gateway died before processing it is found by the next round', async () => {
  await using here = await openAvatars();
  const url = new URL(await askUrl(here.door, 'gif'));
  await here.storage.storeOriginal(url.pathname.split('/').at(-1) ?? '', await picture('gif'));
  await here.processing.due();
  expect(here.uploads.completed).toHaveLength(1);
  expect((await fetch(pictureUrl(here.door))).status).toBe(200);
});
