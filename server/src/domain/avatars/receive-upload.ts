import { Refusal } from '../errors.ts';
import type { ImageProcessor, PendingUploads, SignedPut, UploadDesk } from './ports.ts';

/** Takes the bytes of a PUT. @throws Refusal generic_403 for a wrong or ended address; generic_415 for no picture */
export interface ReceiveUpload {
  /** Before the bytes are read: nobody gets to send megabytes without a valid address. */
  check(put: SignedPut): Promise<void>;
  receive(put: SignedPut, bytes: Buffer): Promise<void>;
}

export interface ReceiveUploadPorts {
  desk: UploadDesk;
  uploads: Pick<PendingUploads, 'find'>;
  images: Pick<ImageProcessor, 'accepts'>;
  /** Starts processing without waiting for the next round. */
  processSoon: (key: string) => void;
}

export function createReceiveUpload({
  desk,
  uploads,
  images,
  processSoon,
}: ReceiveUploadPorts): ReceiveUpload {
  return {
    check: async (put) => {
      if (!desk.allows(put) || !(await uploads.find(put.key))) throw new Refusal('generic_403');
    },
    receive: async ({ key }, bytes) => {
      if (!(await images.accepts(bytes))) throw new Refusal('generic_415');
      await desk.storeOriginal(key, bytes);
      processSoon(key);
    },
  };
}
