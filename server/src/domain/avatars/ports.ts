import type { AvatarExtension } from '@cruddur/shared';

/** An upload whose address was handed out and whose picture is not processed yet. */
export interface PendingUpload {
  key: string;
  /** Whose picture it will be. */
  sub: string;
  extension: AvatarExtension;
  /** When the address ends. */
  expiresAt: Date;
}

/** One as it is claimed: of somebody who is erased by now, nothing is wanted any more. */
export interface ClaimedUpload extends PendingUpload {
  isErased: boolean;
}

/** Pending uploads live in the store, so any gateway can finish what another one began. */
export interface PendingUploads {
  add(upload: PendingUpload): Promise<void>;
  /** Null too when its person is erased. */
  find(key: string): Promise<PendingUpload | null>;
  /** Those of one person. */
  of(sub: string): Promise<PendingUpload[]>;
  /**
   * Those not looked at since `now`, oldest first, at most 20; each is then left alone by every gateway until `nextLook`.
   * Ended ones are among them, so that somebody clears them away.
   */
  claim(now: Date, nextLook: Date): Promise<ClaimedUpload[]>;
  /**
   * In one transaction: forgets the upload, grows the person's avatar_version and appends `profile.updated`.
   * Changes nothing when the upload is no longer pending.
   * @returns false, with the upload left pending, when its person is erased
   */
  complete(key: string): Promise<boolean>;
  /** Forgets an upload that came to nothing. */
  drop(key: string): Promise<void>;
}

export interface ImageProcessor {
  /** Whether the bytes begin like a picture of a kind we take, and one that is safe to unpack. */
  accepts(bytes: Buffer): Promise<boolean>;
  /** @returns a 512x512 JPEG without metadata, or null when the bytes cannot be read */
  process(bytes: Buffer): Promise<Buffer | null>;
}

/** One PUT at an address of ours, as it came in. */
export interface SignedPut {
  key: string;
  contentType: string;
  /** Epoch seconds, as text. */
  expires: string;
  signature: string;
}

/** The receiving side of a storage whose upload addresses lead to this program. */
export interface UploadDesk {
  /** Whether we signed exactly this address and type, and it has not ended. */
  allows(put: SignedPut): boolean;
  storeOriginal(key: string, bytes: Buffer): Promise<void>;
}
