import type { Clock } from '../clock.ts';
import type { FailureLog } from '../failure-log.ts';
import type { AvatarStorage } from '../ports.ts';
import type { ClaimedUpload, ImageProcessor, PendingUploads } from './ports.ts';

/** The names of this work in the failure log. The round is a background job, which records its failures itself. */
const ROUND = 'avatars';
const UPLOAD = 'avatar uploads';
/** The time until an upload can be claimed again. */
const RETRY_AFTER_MS = 2000;
/** A PUT to a bucket that began in time may end after the expiry of its URL. */
const GRACE_MS = 30_000;

export interface UploadProcessorPorts {
  uploads: PendingUploads;
  storage: AvatarStorage;
  images: ImageProcessor;
  clock: Clock;
  failures: FailureLog;
}

/** Turns uploads into pictures. A failed upload is processed again by a later round. */
export interface UploadProcessor {
  /** Processes the uploads that are due; called each second. @throws when they cannot be read from the store */
  processDue(): Promise<void>;
  /** Processes one upload whose bytes have just arrived. Never rejects. */
  processOne(key: string): Promise<void>;
  /** Begins no further picture. Resolves when the current one has ended; the others wait for the next start. */
  close(): Promise<void>;
}

export function createUploadProcessor(ports: UploadProcessorPorts): UploadProcessor {
  // One picture at a time, because decoding several at once would take memory from requests.
  let last: Promise<void> = Promise.resolve();
  let currentRound: Promise<void> | undefined;
  const closing = new AbortController();
  const runInOrder = (find: () => Promise<ClaimedUpload[]>): Promise<void> => {
    const run = last.then(() => (closing.signal.aborted ? undefined : processFound(find)));
    last = run.catch(() => undefined);
    return run;
  };
  const { uploads, clock, failures } = ports;
  const claim = () => uploads.claimDue(clock.now(), new Date(clock.now().getTime() + RETRY_AFTER_MS));
  return {
    processDue: () => (currentRound ??= runInOrder(claim).finally(() => (currentRound = undefined))),
    processOne: (key) =>
      runInOrder(async () => {
        const upload = await uploads.find(key);
        return upload ? [upload] : [];
      }).catch((error: unknown) => failures.recordFailure(ROUND, error)),
    close() {
      closing.abort();
      return last;
    },
  };

  async function processFound(find: () => Promise<ClaimedUpload[]>): Promise<void> {
    // Oldest first, so that the later one of two pictures of a person is kept.
    const found = (await find()).sort((a, b) => a.expiresAt.getTime() - b.expiresAt.getTime());
    for (const upload of found) {
      if (closing.signal.aborted) return;
      await processSafely(ports, upload);
    }
  }
}

async function processSafely(ports: UploadProcessorPorts, upload: ClaimedUpload): Promise<void> {
  try {
    if (await processUpload(ports, upload)) ports.failures.recordSuccess(UPLOAD);
  } catch (error) {
    ports.failures.recordFailure(UPLOAD, error);
  }
}

/** @returns whether a picture was processed; false when none has arrived, or it is refused */
async function processUpload(
  { uploads, storage, images, clock }: UploadProcessorPorts,
  upload: ClaimedUpload,
): Promise<boolean> {
  if (upload.isRemoval) {
    await storage.removeOriginal(upload.key);
    await storage.removeProcessed(upload.sub);
    await uploads.completeRemoval(upload);
    return false;
  }
  const ends = [upload.expiresAt.getTime() + GRACE_MS, upload.receivingUntil?.getTime() ?? 0];
  const isOver = clock.now().getTime() > Math.max(...ends);
  // A PUT can arrive until the URL expires, so the upload of a person who may have none is kept until then.
  if (upload.owner !== 'active') {
    if (upload.owner === 'erased') await storage.removeProcessed(upload.sub);
    await (isOver ? abandon() : storage.removeOriginal(upload.key));
    return false;
  }
  const original = await storage.readOriginal(upload.key);
  const picture = original && (await images.process(original));
  if (!picture) {
    if (original || isOver) await abandon();
    return false;
  }
  await storage.writeProcessed(upload.sub, picture);
  await ((await uploads.complete(upload.key)) ? storage.removeOriginal(upload.key) : removeFiles());
  return true;

  async function removeFiles() {
    await storage.removeOriginal(upload.key);
    await storage.removeProcessed(upload.sub);
  }

  async function abandon() {
    await storage.removeOriginal(upload.key);
    await uploads.remove(upload.key);
  }
}
