import type { Clock } from '../clock.ts';
import type { Logger } from '../logger.ts';
import type { AvatarStorage } from '../ports.ts';
import type { ImageProcessor, PendingUpload, PendingUploads } from './ports.ts';

/** How long a gateway leaves an upload to the one that looked at it last. */
const LOOK_EVERY_MS = 2000;
/** A PUT that began in time may end a little later than its address. */
const GRACE_MS = 30_000;

export interface ProcessUploadsPorts {
  uploads: PendingUploads;
  storage: AvatarStorage;
  images: ImageProcessor;
  clock: Clock;
  logger: Logger;
}

/** Turns what has arrived into pictures. Called each second, and at once after a PUT to this program. Never throws. */
export function createProcessUploads(
  ports: ProcessUploadsPorts,
): (keys?: readonly string[]) => Promise<void> {
  // One picture at a time: unpacking several at once would take memory from the requests.
  let last: Promise<void> = Promise.resolve();
  const round = async (keys: readonly string[]) => {
    try {
      for (const upload of await pending(ports, keys)) await settle(ports, upload);
    } catch (failure) {
      ports.logger.warn({ failure: String(failure) }, 'uploads could not be looked for');
    }
  };
  return (keys = []) => (last = last.then(() => round(keys)));
}

/** The named uploads, or those whose turn it is. */
async function pending({ uploads, clock }: ProcessUploadsPorts, keys: readonly string[]) {
  if (keys.length === 0) return uploads.claim(clock.now(), new Date(clock.now().getTime() + LOOK_EVERY_MS));
  const found = await Promise.all(keys.map((key) => uploads.find(key)));
  return found.filter((upload) => upload !== null);
}

async function settle(ports: ProcessUploadsPorts, upload: PendingUpload): Promise<void> {
  try {
    await finish(ports, upload);
  } catch (failure) {
    ports.logger.warn({ failure: String(failure) }, 'an upload could not be processed; it is tried again');
  }
}

async function finish({ uploads, storage, images, clock }: ProcessUploadsPorts, upload: PendingUpload) {
  const original = await storage.original(upload.key);
  if (!original) {
    const isOver = clock.now().getTime() > upload.expiresAt.getTime() + GRACE_MS;
    return isOver ? forget() : undefined;
  }
  const picture = await images.process(original);
  if (!picture) return forget();
  await storage.putProcessed(upload.sub, picture);
  await uploads.complete(upload.key);
  return storage.removeOriginal(upload.key);

  async function forget() {
    await storage.removeOriginal(upload.key);
    await uploads.drop(upload.key);
  }
}
