import { createTestClock, systemClock } from '../../../../server/src/domain/clock.ts';
import { createPictureCache } from '../../../../server/src/domain/avatars/picture-cache.ts';
import { noFailureLog } from '../../../../server/src/domain/failure-log.ts';
import { createUploadProcessor } from '../../../../server/src/domain/avatars/upload-processor.ts';
import { createReceiveUpload } from '../../../../server/src/domain/avatars/receive-upload.ts';
import { createRequestUpload } from '../../../../server/src/domain/avatars/request-upload.ts';
import { createLocalAvatars } from '../../../../server/src/storage/local-avatars.ts';
import { createImageProcessor } from '../../../../server/src/storage/process-image.ts';
import {
  bayko,
  createRecordingUseCases,
  startTestHttpApp,
  sendRequest,
  type TestHttpApp,
} from '../http/test-http-app.ts';
import { createTempFolder } from '../../../support/create-temp-folder.ts';
import { createInMemoryUploads, createPicture } from './pictures.ts';
import { sha256 } from '../../../../server/src/wiring/crypto.ts';

/** A server with the whole avatar path: real files, real signatures, real pictures. */
export async function startAvatarApp() {
  const folder = await createTempFolder();
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
    app,
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

/** Requests an upload address. */
export const requestUpload = (app: TestHttpApp, body: object) =>
  sendRequest(app, '/avatars/key_upload', { method: 'POST', token: 'good', body });

/** An upload address for this kind of picture. */
export async function requestUploadUrl(app: TestHttpApp, extension = 'png'): Promise<string> {
  return ((await requestUpload(app, { extension })).json as { url: string }).url;
}

/** Uploads a picture, or given bytes. @returns the status */
export async function put(url: string, bytes?: Buffer, type = 'image/png'): Promise<number> {
  const body = new Uint8Array(bytes ?? (await createPicture('png')));
  const response = await fetch(url, { method: 'PUT', body, headers: { 'content-type': type } });
  await response.arrayBuffer();
  return response.status;
}

export const buildPictureUrl = (app: TestHttpApp, query = '') =>
  `${app.url}/avatars/processed/${bayko.sub}.jpg${query}`;
