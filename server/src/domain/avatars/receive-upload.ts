import type { Clock } from '../clock.ts';
import { OverloadRefusal, Refusal } from '../errors.ts';
import { createKeyedSemaphore } from '../keyed-semaphore.ts';
import type { ImageProcessor, PendingUploads, SignedPut, UploadReceiver } from './ports.ts';

/** Concurrent uploads of one person at this gateway. */
const PER_PERSON = 2;
/** Concurrent uploads of all people at this gateway: each uses a file, a connection and about 64 KB of memory. */
const PER_GATEWAY = 64;
/** Longer than the limit of a request: after it, an upload whose gateway has failed can be repeated. */
const RECEIVING_MS = 130_000;

/**
 * Receives the bytes of a PUT. The body is read only after the URL was verified and claimed; a claimed or used URL is refused.
 * @throws Refusal generic_403 for a wrong, expired or used URL; generic_415 if the bytes are no picture; generic_429 and
 * generic_503 for too many concurrent uploads; whatever `body` throws. The URL can then be used again.
 */
export type ReceiveUpload = (put: SignedPut, body: () => AsyncIterable<Uint8Array>) => Promise<void>;

export interface ReceiveUploadPorts {
  receiver: Pick<UploadReceiver, 'isAllowed' | 'writeDraft'>;
  uploads: Pick<PendingUploads, 'claimForPut' | 'releaseClaim'>;
  images: Pick<ImageProcessor, 'isAcceptable'>;
  clock: Clock;
  /** Starts processing before the next periodic run. */
  processSoon: (key: string) => void;
}

export function createReceiveUpload(ports: ReceiveUploadPorts): ReceiveUpload {
  const { receiver, uploads, clock, processSoon } = ports;
  // The store decides about other gateways. Here, rivals for one address must not use up the slots of all people.
  const addressSemaphore = createKeyedSemaphore(1, () => new Refusal('generic_403'));
  const gatewaySemaphore = createKeyedSemaphore(PER_GATEWAY, () => new OverloadRefusal());
  const personSemaphore = createKeyedSemaphore(PER_PERSON, () => new Refusal('generic_429', 1));

  async function claimUpload(key: string): Promise<string> {
    const now = clock.now();
    const sub = await uploads.claimForPut(key, now, new Date(now.getTime() + RECEIVING_MS));
    if (sub === null) throw new Refusal('generic_403');
    return sub;
  }

  return async (put, body) => {
    if (!receiver.isAllowed(put)) throw new Refusal('generic_403');
    await addressSemaphore.run(put.key, () =>
      gatewaySemaphore.run('all', async () => {
        const sub = await claimUpload(put.key);
        try {
          await personSemaphore.run(sub, () => storePicture(ports, put.key, body()));
        } catch (failure) {
          // If this fails too, the claim expires.
          await uploads.releaseClaim(put.key).catch(() => undefined);
          throw failure;
        }
      }),
    );
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
