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
  /** Until when its bytes may still be coming in at some gateway. */
  receivingUntil: Date | null;
}

/** Pending uploads live in the store, so any gateway can finish what another one began. */
export interface PendingUploads {
  add(upload: PendingUpload): Promise<void>;
  /** Null too when its person is erased. */
  find(key: string): Promise<ClaimedUpload | null>;
  /**
   * Takes an upload for the one PUT that is allowed, at whatever gateway, until `until` at the latest.
   * @returns its person; null when there is no such upload, its person is erased, or a PUT has it already
   */
  claimForPut(key: string, now: Date, until: Date): Promise<string | null>;
  /** Gives an upload back whose PUT stored nothing: the address may be used again. */
  releaseClaim(key: string): Promise<void>;
  /** Those of one person. */
  findByPerson(sub: string): Promise<PendingUpload[]>;
  /**
   * Those not looked at since `now`, oldest first, at most 20; each is then left alone by every gateway until `nextLook`.
   * Ended ones are among them, so that somebody clears them away.
   */
  claimDue(now: Date, nextLook: Date): Promise<ClaimedUpload[]>;
  /**
   * In one transaction: forgets the upload, grows the person's avatar_version and appends `profile.updated`.
   * Changes nothing when the upload is no longer pending.
   * @returns false, with the upload left pending, when its person is erased
   */
  complete(key: string): Promise<boolean>;
  /** Forgets an upload that came to nothing. */
  remove(key: string): Promise<void>;
}

export interface ImageProcessor {
  /** Whether the bytes, or the file of that path, begin like a picture of a kind we take, and one that is safe to unpack. */
  isAcceptable(source: Buffer | string): Promise<boolean>;
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
export interface UploadReceiver {
  /** Whether we signed exactly this address and type, and it has not ended. */
  isAllowed(put: SignedPut): boolean;
  /**
   * Writes the chunks as they come, so that no upload is ever whole in memory.
   * @throws what `body` throws; nothing is left then
   */
  writeDraft(body: AsyncIterable<Uint8Array>): Promise<Draft>;
}

/** An upload that has come in whole and is not accepted yet. One that is forgotten by a crash is removed later. */
export interface Draft {
  path: string;
  /** Makes it the original of that key. */
  commit(key: string): Promise<void>;
  discard(): Promise<void>;
}
