import { randomUUID } from 'node:crypto';
import type { AvatarsConfig } from '../config/config.ts';
import { createPictureCache, type PictureCache } from '../domain/avatars/picture-cache.ts';
import { createUploadProcessor, type UploadProcessor } from '../domain/avatars/upload-processor.ts';
import { createReceiveUpload, type ReceiveUpload } from '../domain/avatars/receive-upload.ts';
import type { PendingUploads } from '../domain/avatars/ports.ts';
import type { RequestUploadPorts } from '../domain/avatars/request-upload.ts';
import type { Clock } from '../domain/clock.ts';
import type { FailureLog } from '../domain/failure-log.ts';
import type { AvatarStorage, DeliverEnvelopes } from '../domain/ports.ts';
import { createAvatarVersions, createPendingUploads } from '../repositories/avatar-uploads.ts';
import type { Db } from '../repositories/tables.ts';
import { portraitKey, portraits } from '../seed/portraits.ts';
import { createLocalAvatars } from '../storage/local-avatars.ts';
import { createImageProcessor } from '../storage/process-image.ts';
import { withPortraits } from '../storage/with-portraits.ts';
import type { Metrics } from '../domain/metrics.ts';
import { sha256 } from './crypto.ts';
import { countRefusedUploads } from './wire-limiter.ts';

export interface WiredAvatars {
  storage: AvatarStorage;
  uploads: PendingUploads;
  pictureCache: PictureCache;
  requestPorts: RequestUploadPorts;
  processUploads: UploadProcessor;
  /** Set with local storage, whose upload addresses lead to this program. */
  receiveUpload?: ReceiveUpload;
}

export interface AvatarParts {
  db: Db;
  clock: Clock;
  deliver: DeliverEnvelopes;
  failures: FailureLog;
  metrics: Metrics;
  /** Equal at all gateways. */
  storeKey: string;
  publicUrl: () => string;
}

/** Pictures of the sample people, stored as pending uploads and drawn when they are processed. */
const drawings = new Map([...portraits].map(([handle, drawing]) => [portraitKey(handle), drawing]));

/** Wires avatar storage: files or a bucket. */
export async function wireAvatars(config: AvatarsConfig, parts: AvatarParts): Promise<WiredAvatars> {
  const { db, clock, deliver, failures, metrics, storeKey, publicUrl } = parts;
  const uploads = createPendingUploads(db, clock, deliver);
  const images = createImageProcessor();
  const wireStorage = (storage: AvatarStorage) => ({
    storage,
    uploads,
    pictureCache: createPictureCache({
      storage,
      versionOf: createAvatarVersions(db),
      monotonicMs: () => performance.now(),
      sha256,
    }),
    requestPorts: { uploads, storage, clock, newId: randomUUID },
    processUploads: createUploadProcessor({ uploads, storage, images, clock, failures }),
  });
  if (config.kind === 's3') {
    // Amazon's SDK is large, so it is loaded with a bucket only.
    const { createS3Avatars, createS3Client } = await import('../storage/s3-avatars.ts');
    return wireStorage(withPortraits(createS3Avatars(createS3Client(config), config.bucket), drawings));
  }

  const localStorage = withPortraits(
    createLocalAvatars({ dir: config.dir, secret: storeKey, publicUrl, clock, failures }),
    drawings,
  );
  const shared = wireStorage(localStorage);
  const processSoon = (key: string) => void shared.processUploads.processOne(key);
  return {
    ...shared,
    receiveUpload: countRefusedUploads(
      createReceiveUpload({ receiver: localStorage, uploads, images, clock, processSoon }),
      metrics,
    ),
  };
}
