import type { Clock } from '../clock.ts';
import { Refusal } from '../errors.ts';
import { createKeyedSemaphore } from './keyed-semaphore.ts';
import type { ImageProcessor, PendingUploads, SignedPut, UploadReceiver } from './ports.ts';

/** Uploads that one person may have under way at this gateway. */
const PER_PERSON = 2;
/** And all people together: each holds a file and a connection, and some 64 KB of memory. */
const PER_GATEWAY = 64;
/** Longer than a connection may take for its request: an upload whose gateway died can be repeated after that. */
const RECEIVING_MS = 130_000;

/**
 * Takes the bytes of a PUT. Nothing is read before the address has proved good, and an address that is being received or was
 * received is good for nobody else.
 * @throws Refusal generic_403 for a wrong, ended or used address; generic_415 for no picture; generic_429 and generic_503 for
 * too many at once; whatever `body` throws. The address may then be used again.
 */
export type ReceiveUpload = (put: SignedPut, body: () => AsyncIterable<Uint8Array>) => Promise<void>;

export interface ReceiveUploadPorts {
  receiver: Pick<UploadReceiver, 'isAllowed' | 'writeDraft'>;
  uploads: Pick<PendingUploads, 'claimForPut' | 'releaseClaim'>;
  images: Pick<ImageProcessor, 'isAcceptable'>;
  clock: Clock;
  /** Starts processing without waiting for the next round. */
  processSoon: (key: string) => void;
}

export function createReceiveUpload(ports: ReceiveUploadPorts): ReceiveUpload {
  const { receiver, uploads, clock, processSoon } = ports;
  const gatewaySemaphore = createKeyedSemaphore(PER_GATEWAY, () => new Refusal('generic_503', 1));
  const personSemaphore = createKeyedSemaphore(PER_PERSON, () => new Refusal('generic_429', 1));

  async function claimUpload(key: string): Promise<string> {
    const now = clock.now();
    const sub = await uploads.claimForPut(key, now, new Date(now.getTime() + RECEIVING_MS));
    if (sub === null) throw new Refusal('generic_403');
    return sub;
  }

  return async (put, body) => {
    if (!receiver.isAllowed(put)) throw new Refusal('generic_403');
    await gatewaySemaphore.run('all', async () => {
      const sub = await claimUpload(put.key);
      try {
        await personSemaphore.run(sub, () => storePicture(ports, put.key, body()));
      } catch (failure) {
        // Where this fails too, the upload lapses by itself.
        await uploads.releaseClaim(put.key).catch(() => undefined);
        throw failure;
      }
    });
    processSoon(put.key);
  };
}

async function storePicture(
  { receiver, images }: ReceiveUploadPorts,
  key: string,
  body: AsyncIterable<Uint8Array>,
): Promise<void> {
  const draft = await receiver.writeDraft(body);
  try {
    if (!(await images.isAcceptable(draft.path))) throw new Refusal('generic_415');
    await draft.commit(key);
  } catch (failure) {
    await draft.discard();
    throw failure;
  }
}
