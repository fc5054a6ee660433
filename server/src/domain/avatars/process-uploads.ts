import type { Clock } from '../clock.ts';
import type { Logger } from '../logger.ts';
import type { AvatarStorage } from '../ports.ts';
import type { ClaimedUpload, ImageProcessor, PendingUploads } from './ports.ts';

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

/** Turns what has arrived into pictures. Neither call ever rejects. */
export interface ProcessUploads {
  /** Looks for everything whose turn it is; to be called each second. */
  due(): Promise<void>;
  /** Looks at one upload at once, when its bytes have just come in here. */
  one(key: string): Promise<void>;
}

export function createProcessUploads(ports: ProcessUploadsPorts): ProcessUploads {
  // One picture at a time: unpacking several at once would take memory from the requests.
  let last: Promise<void> = Promise.resolve();
  let round: Promise<void> | undefined;
  const inTurn = (find: () => Promise<ClaimedUpload[]>) => (last = last.then(() => settleAll(ports, find)));
  const { uploads, clock } = ports;
  const claim = () => uploads.claim(clock.now(), new Date(clock.now().getTime() + LOOK_EVERY_MS));
  return {
    due: () => (round ??= inTurn(claim).finally(() => (round = undefined))),
    one: (key) =>
      inTurn(async () => {
        const upload = await uploads.find(key);
        return upload ? [{ ...upload, isErased: false }] : [];
      }),
  };
}

async function settleAll(ports: ProcessUploadsPorts, find: () => Promise<ClaimedUpload[]>): Promise<void> {
  try {
    // Oldest first: of two pictures of one person the later must win.
    const found = (await find()).sort((a, b) => a.expiresAt.getTime() - b.expiresAt.getTime());
    for (const upload of found) await settle(ports, upload);
  } catch (failure) {
    ports.logger.warn({ err: failure }, 'uploads could not be looked for');
  }
}

async function settle(ports: ProcessUploadsPorts, upload: ClaimedUpload): Promise<void> {
  try {
    await finish(ports, upload);
  } catch (failure) {
    ports.logger.warn({ err: failure }, 'an upload could not be processed; it is tried again');
  }
}

async function finish({ uploads, storage, images, clock }: ProcessUploadsPorts, upload: ClaimedUpload) {
  const isOver = clock.now().getTime() > upload.expiresAt.getTime() + GRACE_MS;
  // As long as the address works somebody may still PUT to it, so it is looked after until then.
  if (upload.isErased) return isOver ? forget() : clear();
  const original = await storage.original(upload.key);
  if (!original) return isOver ? forget() : undefined;
  const picture = await images.process(original);
  if (!picture) return forget();
  await storage.putProcessed(upload.sub, picture);
  return (await uploads.complete(upload.key)) ? storage.removeOriginal(upload.key) : clear();

  async function clear() {
    await storage.removeOriginal(upload.key);
    await storage.removeProcessed(upload.sub);
  }

  async function forget() {
    await storage.removeOriginal(upload.key);
    await uploads.drop(upload.key);
  }
}
