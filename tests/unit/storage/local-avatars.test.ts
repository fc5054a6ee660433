import { Readable } from 'node:stream';
import { AVATAR_MAX_BYTES } from '@cruddur/shared';
import { describe, expect, it } from 'vitest';
import { sendRequest } from '../http/test-http-app.ts';
import { until } from '../../support/until.ts';
import { requestUploadUrl, startAvatarApp, buildPictureUrl, putBytes } from './avatar-app.ts';
import { createPicture } from './pictures.ts';

it('[AVATAR-3] an uploaded picture is available, processed, and its version is in the profile', async () => {
  await using here = await startAvatarApp();
  expect((await fetch(buildPictureUrl(here.app))).status).toBe(404);
  expect(
    await putBytes(await requestUploadUrl(here.app, 'jpg'), await createPicture('jpeg'), 'image/jpeg'),
  ).toBe(200);
  const found = await until(
    async () => {
      const response = await fetch(buildPictureUrl(here.app, '?v=1'));
      return response.status === 200 && response;
    },
    { what: 'the processed picture is available', timeoutMs: 5000 },
  );
  expect(found.headers.get('content-type')).toBe('image/jpeg');
  expect(found.headers.get('cache-control')).toContain('immutable');
  expect(found.headers.get('content-disposition')).toBe('inline; filename="picture.jpg"');
  const etag = found.headers.get('etag') ?? '';
  // By default fetch adds `no-cache` to a request with its caller's own ETag.
  const headers = { 'if-none-match': etag, 'cache-control': 'max-age=0' };
  expect((await fetch(buildPictureUrl(here.app), { headers: headers })).status).toBe(304);
  await until(() => here.uploads.completed.length === 1, { what: 'the upload is complete' });
});

describe('[AVATAR-4] an upload address', () => {
  it('fits one key and one type', async () => {
    await using here = await startAvatarApp();
    const url = await requestUploadUrl(here.app, 'png');
    const bytes = await createPicture('png');
    expect(await putBytes(url, bytes, 'image/jpeg')).toBe(403);
    expect(await putBytes(url.replace(/uploads\/[\w-]+/, 'uploads/other'), bytes, 'image/png')).toBe(403);
    expect(await putBytes(url.replace(/signature=./, 'signature='), bytes, 'image/png')).toBe(403);
    expect(await putBytes(url.replace(/expires=1/, 'expires=9'), bytes, 'image/png')).toBe(403);
    expect(await putBytes(url, bytes, 'image/png')).toBe(200);
  });

  it('expires after 300 s', async () => {
    await using here = await startAvatarApp();
    const url = await requestUploadUrl(here.app, 'png');
    here.clock.advance(302_000);
    expect(await putBytes(url, await createPicture('png'), 'image/png')).toBe(403);
  });

  it('is void once its picture is processed', async () => {
    await using here = await startAvatarApp();
    const url = await requestUploadUrl(here.app, 'png');
    await putBytes(url, await createPicture('png'), 'image/png');
    await until(() => here.uploads.completed.length === 1, { what: 'the upload is complete' });
    expect(await putBytes(url, await createPicture('png'), 'image/png')).toBe(403);
  });
});

describe('[AVATAR-5] an unsuitable upload', () => {
  it('is refused on receipt: too large, or no picture', async () => {
    await using here = await startAvatarApp();
    const url = await requestUploadUrl(here.app, 'png');
    expect(await putBytes(url, Buffer.alloc(AVATAR_MAX_BYTES + 1), 'image/png')).toBe(413);
    expect(await putBytes(url, Buffer.from('hello'), 'image/png')).toBe(415);
    expect(here.uploads.completed).toEqual([]);
  });

  it.each(['svg', 'exe', '', null, '../png'])('an extension of "%s" gets no address', async (extension) => {
    await using here = await startAvatarApp();
    const request = { method: 'POST', token: 'good', body: { extension } };
    const { status, json } = await sendRequest(here.app, '/avatars/key_upload', request);
    expect([status, json]).toEqual([422, ['extension_invalid']]);
  });
});

it('[AVATAR-6] an upload that never arrives is forgotten after its address expires', async () => {
  await using here = await startAvatarApp();
  await requestUploadUrl(here.app, 'png');
  await here.processing.processDue();
  expect(here.uploads.pending.size).toBe(1);
  here.clock.advance(331_000);
  await here.processing.processDue();
  expect(here.uploads.pending.size).toBe(0);
});

it('[AVATAR-7] a picture whose gateway died before processing it is processed by the next round', async () => {
  await using here = await startAvatarApp();
  const url = new URL(await requestUploadUrl(here.app, 'gif'));
  const draft = await here.storage.writeDraft(Readable.from([await createPicture('gif')]));
  await draft.commit(url.pathname.split('/').at(-1) ?? '');
  await here.processing.processDue();
  expect(here.uploads.completed).toHaveLength(1);
  expect((await fetch(buildPictureUrl(here.app))).status).toBe(200);
});
