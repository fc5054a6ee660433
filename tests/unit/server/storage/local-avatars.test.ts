import { AVATAR_MAX_BYTES } from '@cruddur/shared';
import { expect, it } from 'vitest';
import { bayko } from '../http/test-http-app.ts';
import { until } from '../../../support/until.ts';
import { requestUpload, requestUploadUrl, startAvatarApp, buildPictureUrl, put } from './avatar-app.ts';
import { createPicture } from './pictures.ts';

it('[AVATAR-3] an uploaded picture is available, processed, under the address of its version, and its upload address is then void', async () => {
  await using here = await startAvatarApp();
  expect((await fetch(buildPictureUrl(here.app))).status).toBe(404);
  const url = await requestUploadUrl(here.app, 'jpg');
  expect(await put(url, await createPicture('jpeg'), 'image/jpeg')).toBe(200);
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
  expect((await fetch(buildPictureUrl(here.app), { headers })).status).toBe(304);
  await until(() => here.uploads.completed.length === 1, { what: 'the upload is complete' });
  expect(await put(url, await createPicture('jpeg'), 'image/jpeg')).toBe(403);
});

it('[AVATAR-4] an upload address fits one key and one type for 300 s', async () => {
  await using here = await startAvatarApp();
  const url = await requestUploadUrl(here.app);
  expect(await put(url, undefined, 'image/jpeg')).toBe(403);
  for (const [part, other] of [
    [/uploads\/[\w-]+/, 'uploads/other'],
    [/signature=./, 'signature='],
    [/expires=1/, 'expires=9'],
  ] as const)
    expect(await put(url.replace(part, other))).toBe(403);
  const late = await requestUploadUrl(here.app);
  expect(await put(url)).toBe(200);
  here.clock.advance(302_000);
  expect(await put(late)).toBe(403);
});

it('[AVATAR-4] an address can be requested with the size of the picture, which is limited', async () => {
  await using here = await startAvatarApp();
  const request = (size: unknown) => requestUpload(here.app, { extension: 'png', size });
  expect((await request(AVATAR_MAX_BYTES)).status).toBe(200);
  expect(await request(AVATAR_MAX_BYTES + 1)).toMatchObject({ status: 413, json: ['generic_413'] });
  for (const wrong of [0, -1, 1.5, '5']) expect((await request(wrong)).status).toBe(400);
  expect([...here.uploads.pending.values()].every(({ sub }) => sub === bayko.sub)).toBe(true);
});

it('an upload that never arrives is forgotten after its address expires', async () => {
  await using here = await startAvatarApp();
  await requestUploadUrl(here.app);
  await here.processing.processDue();
  expect(here.uploads.pending.size).toBe(1);
  here.clock.advance(331_000);
  await here.processing.processDue();
  expect(here.uploads.pending.size).toBe(0);
});
