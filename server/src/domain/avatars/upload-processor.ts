import type { Clock } from '../clock.ts';
import type { Logger } from '../logger.ts';
import type { AvatarStorage } from '../ports.ts';
import type { ClaimedUpload, ImageProcessor, PendingUploads } from './ports.ts';

/** How long a gateway leaves an upload to the one that looked at it last. */
const RETRY_AFTER_MS = 2000;
/** A PUT into a bucket that began in time may end a little later than its address. */
const GRACE_MS = 30_000;

export interface UploadProcessorPorts {
  uploads: PendingUploads;
  storage: AvatarStorage;
  images: ImageProcessor;
  clock: Clock;
  logger: Logger;
}

/** Turns what has arrived into pictures. Neither call ever rejects. */
export interface UploadProcessor {
  /** Looks for everything whose turn it is; to be called each second. */
  processDue(): Promise<void>;
  /** Looks at one upload at once, when its bytes have just come in here. */
  processOne(key: string): Promise<void>;
}

export function createUploadProcessor(ports: UploadProcessorPorts): UploadProcessor {
  // One picture at a time: unpacking several at once would take memory from the requests.
  let last: Promise<void> = Promise.resolve();
  let currentRound: Promise<void> | undefined;
  const runInOrder = (find: () => Promise<ClaimedUpload[]>) =>
    (last = last.then(() => processFound(ports, find)));
  const { uploads, clock } = ports;
  const claim = () => uploads.claimDue(clock.now(), new Date(clock.now().getTime() + RETRY_AFTER_MS));
  return {
    processDue: () => (currentRound ??= runInOrder(claim).finally(() => (currentRound = undefined))),
    processOne: (key) =>
      runInOrder(async () => {
        const upload = await uploads.find(key);
        return upload ? [upload] : [];
      }),
  };
}

async function processFound(
  ports: UploadProcessorPorts,
  find: () => Promise<ClaimedUpload[]>,
): Promise<void> {
  try {
    // Oldest first: of two pictures of one person the later must win.
    const found = (await find()).sort((a, b) => a.expiresAt.getTime() - b.expiresAt.getTime());
    for (const upload of found) await processSafely(ports, upload);
  } catch (failure) {
    ports.logger.warn({ err: failure }, 'uploads could not be looked for');
  }
}

async function processSafely(ports: UploadProcessorPorts, upload: ClaimedUpload): Promise<void> {
  try {
    await processUpload(ports, upload);
  } catch (failure) {
    ports.logger.warn({ err: failure }, 'an upload could not be processed; it is tried again');
  }
}

async function processUpload(
  { uploads, storage, images, clock }: UploadProcessorPorts,
  upload: ClaimedUpload,
) {
  const ends = [upload.expiresAt.getTime() + GRACE_MS, upload.receivingUntil?.getTime() ?? 0];
  const isOver = clock.now().getTime() > Math.max(...ends);
  // As long as the address works somebody may still PUT to it, so it is looked after until then.
  if (upload.isErased) return isOver ? abandon() : removeFiles();
  const original = await storage.readOriginal(upload.key);
  if (!original) return isOver ? abandon() : undefined;
  const picture = await images.process(original);
  if (!picture) return abandon();
  await storage.writeProcessed(upload.sub, picture);
  return (await uploads.complete(upload.key)) ? storage.removeOriginal(upload.key) : removeFiles();

  async function removeFiles() {
    await storage.removeOriginal(upload.key);
    await storage.removeProcessed(upload.sub);
  }

  async function abandon() {
    await storage.removeOriginal(upload.key);
    await uploads.remove(upload.key);
  }
}
