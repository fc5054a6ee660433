import { createTestClock, systemClock } from '../../../server/src/domain/clock.ts';
import { createPictureCache } from '../../../server/src/domain/avatars/picture-cache.ts';
import { noFailureLog } from '../../../server/src/domain/failure-log.ts';
import { createUploadProcessor } from '../../../server/src/domain/avatars/upload-processor.ts';
import { createReceiveUpload } from '../../../server/src/domain/avatars/receive-upload.ts';
import { createRequestUpload } from '../../../server/src/domain/avatars/request-upload.ts';
import { createLocalAvatars } from '../../../server/src/storage/local-avatars.ts';
import { createImageProcessor } from '../../../server/src/storage/process-image.ts';
import { sha256 } from '../../../server/src/sha256.ts';
import {
  bayko,
  createRecordingUseCases,
  startTestHttpApp,
  sendRequest,
  type TestHttpApp,
} from '../http/test-http-app.ts';
import { createAvatarFolder, createInMemoryUploads } from './pictures.ts';

/** A server with the whole avatar path: real files, real signatures, real pictures. */
export async function startAvatarApp() {
  const folder = await createAvatarFolder();
  const uploads = createInMemoryUploads();
  const clock = createTestClock(systemClock);
  let url = '';
  const storage = createLocalAvatars({ dir: folder.path, secret: 'a secret', publicUrl: () => url, clock });
  const images = createImageProcessor();
  const processing = createUploadProcessor({ uploads, storage, images, clock, failures: noFailureLog });
  const processSoon = (key: string) => void processing.processOne(key);
  const requestAvatarUpload = createRequestUpload({
    uploads,
    storage,
    clock,
    newId: () => crypto.randomUUID(),
  });
  const app = await startTestHttpApp({
    useCases: createRecordingUseCases([], { requestAvatarUpload }),
    pictureCache: createPictureCache({
      storage,
      versionOf: () => Promise.resolve(uploads.completed.length),
      monotonicMs: () => performance.now(),
      sha256,
    }),
    receiveUpload: createReceiveUpload({ receiver: storage, uploads, images, clock, processSoon }),
  });
  url = app.url;
  return {
    app: app,
    uploads,
    clock,
    processing,
    storage,
    folder: folder.path,
    [Symbol.asyncDispose]: async () => {
      await app[Symbol.asyncDispose]();
      await processing.processDue();
      await folder[Symbol.asyncDispose]();
    },
  };
}

export async function requestUploadUrl(app: TestHttpApp, extension: string): Promise<string> {
  const request = { method: 'POST', token: 'good', body: { extension } };
  return ((await sendRequest(app, '/avatars/key_upload', request)).json as { url: string }).url;
}

export async function putBytes(url: string, bytes: Buffer, type: string): Promise<number> {
  const response = await fetch(url, {
    method: 'PUT',
    body: new Uint8Array(bytes),
    headers: { 'content-type': type },
  });
  await response.arrayBuffer();
  return response.status;
}

export const buildPictureUrl = (app: TestHttpApp, query = '') =>
  `${app.url}/avatars/processed/${bayko.sub}.jpg${query}`;
