import { AVATAR_MAX_BYTES } from '@cruddur/shared';
import { expect, it } from 'vitest';
import { noFailureLog } from '../../../../server/src/domain/failure-log.ts';
import { createUploadProcessor } from '../../../../server/src/domain/avatars/upload-processor.ts';
import { systemClock } from '../../../../server/src/domain/clock.ts';
import { createImageProcessor } from '../../../../server/src/storage/process-image.ts';
import { createS3Avatars, createS3Client } from '../../../../server/src/storage/s3-avatars.ts';
import { openFakeBucket } from './fake-bucket.ts';
import { put } from './avatar-app.ts';
import { createInMemoryUploads } from './pictures.ts';

const sub = '6a1f4f6e-2a2c-4f0e-8a0e-1f2e3d4c5b6a';

async function openS3() {
  const bucket = await openFakeBucket();
  const credentials = { accessKeyId: 'AKIAEXAMPLE', secretAccessKey: 'example' };
  const client = createS3Client({ bucket: 'faces', region: 'ap-south-1', endpoint: bucket.url, credentials });
  const storage = createS3Avatars(client, 'faces');
  const uploads = createInMemoryUploads();
  const parts = { images: createImageProcessor(), clock: systemClock, failures: noFailureLog };
  const processing = createUploadProcessor({ ...parts, uploads, storage });
  await uploads.add({ key: 'k.png', sub, extension: 'png', expiresAt: new Date(Date.now() + 300_000) });
  return {
    ...{ bucket, storage, uploads, processing },
    [Symbol.asyncDispose]: async () => {
      client.destroy();
      await bucket[Symbol.asyncDispose]();
    },
  };
}

it('[AVATAR-4] a presigned address fits one key and type for 300 s, and one length where it was stated, and requires no checksum', async () => {
  await using s3 = await openS3();
  const { pathname, searchParams } = new URL(await s3.storage.createUploadUrl('k.png', 'png'));
  expect(pathname).toBe('/faces/avatars/uploads/k.png');
  expect(searchParams.get('X-Amz-Expires')).toBe('300');
  expect(searchParams.get('X-Amz-SignedHeaders')).toBe('content-type;host');
  expect([...searchParams.keys()].join()).not.toMatch(/checksum/i);
  const sized = new URL(await s3.storage.createUploadUrl('k.png', 'png', 1234));
  expect(sized.searchParams.get('X-Amz-SignedHeaders')).toBe('content-length;content-type;host');
});

it('[AVATAR-3] a picture put into the bucket is found, processed and removed', async () => {
  await using s3 = await openS3();
  await s3.processing.processDue();
  expect(s3.uploads.pending.size).toBe(1);
  await put(await s3.storage.createUploadUrl('k.png', 'png'));
  await s3.processing.processOne('k.png');
  expect(s3.uploads.completed).toEqual(['k.png']);
  expect([...s3.bucket.objects.keys()]).toEqual([`/faces/avatars/processed/${sub}.jpg`]);
  expect((await s3.storage.readProcessed(sub))?.subarray(0, 2).toString('hex')).toBe('ffd8');
  expect(await s3.storage.readProcessed('unknown')).toBeNull();
});

it('[AVATAR-5] an oversized object is removed without being fetched, and one that is no picture is forgotten too', async () => {
  await using s3 = await openS3();
  const url = await s3.storage.createUploadUrl('k.png', 'png');
  await put(url, Buffer.alloc(AVATAR_MAX_BYTES + 1));
  expect(await s3.storage.readOriginal('k.png')).toBeNull();
  expect(s3.bucket.objects.size).toBe(0);
  expect(s3.bucket.requests.some((request) => request.startsWith('GET'))).toBe(false);
  await put(url, Buffer.from('hello'));
  await s3.processing.processOne('k.png');
  expect([s3.bucket.objects.size, s3.uploads.pending.size, s3.uploads.completed.length]).toEqual([0, 0, 0]);
});
