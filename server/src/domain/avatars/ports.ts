import type { AvatarExtension } from '@cruddur/shared';

/** An upload whose URL was created and whose picture is not processed yet. */
export interface PendingUpload {
  key: string;
  /** The person whose picture it will be. */
  sub: string;
  extension: AvatarExtension;
  /** The expiry of the URL. */
  expiresAt: Date;
}

export interface ClaimedUpload extends PendingUpload {
  /** The state of the person; an upload of a suspended or erased person is discarded. */
  owner: 'active' | 'suspended' | 'erased';
  /** The person's picture was cleared: what was uploaded under the key and the picture's file are to be removed. */
  isRemoval: boolean;
  /** The time until which a gateway may still be receiving the bytes. */
  receivingUntil: Date | null;
}

/** Pending uploads are in the store, so any gateway can complete an upload of another one. */
export interface PendingUploads {
  /** @throws Refusal account_suspended */
  add(upload: PendingUpload): Promise<void>;
  /** Null also when the person is erased or suspended. */
  find(key: string): Promise<ClaimedUpload | null>;
  /**
   * Claims an upload for its only PUT at any gateway, until `until` at the latest.
   * @returns the person; null when there is no such upload, the person is erased or suspended, or another PUT has the claim
   */
  claimForPut(key: string, now: Date, until: Date): Promise<string | null>;
  /** Releases the claim of a PUT that stored nothing, so that the URL can be used again. */
  releaseClaim(key: string): Promise<void>;
  findByPerson(sub: string): Promise<PendingUpload[]>;
  /**
   * Claims the uploads that are due at `now`, oldest first, at most 20; no gateway claims them again before `nextCheckAt`.
   * Includes expired uploads, which need to be removed.
   */
  claimDue(now: Date, nextCheckAt: Date): Promise<ClaimedUpload[]>;
  /**
   * In one transaction: deletes the upload, increases the person's avatar_version and appends `profile.updated`.
   * Changes nothing when the upload is no longer pending.
   * @returns false, with the upload left pending and the person without a picture, when they are erased or suspended
   */
  complete(key: string): Promise<boolean>;
  /**
   * Deletes a removal whose file is removed. If the person has got another picture meanwhile, its file is removed too, so it is
   * cleared.
   */
  completeRemoval(removal: Pick<PendingUpload, 'key' | 'sub'>): Promise<void>;
  /** Deletes an upload without a picture. */
  remove(key: string): Promise<void>;
}

export interface ImageProcessor {
  /** Whether the bytes, or the file at that path, begin like a picture of an accepted format that is safe to decode. */
  isAcceptable(source: Buffer | string): Promise<boolean>;
  /** @returns a 512x512 JPEG without metadata, or null when the bytes cannot be read */
  process(bytes: Buffer): Promise<Buffer | null>;
}

/** The signed parts of a PUT to an upload URL of this server. */
export interface SignedPut {
  key: string;
  contentType: string;
  /** Epoch seconds, as text. */
  expires: string;
  signature: string;
}

/** The receiving side of a storage whose upload URLs point to this server. */
export interface UploadReceiver {
  /** Whether the signature fits this URL and type and has not expired. */
  isAllowed(put: SignedPut): boolean;
  /**
   * Writes chunks as they arrive, so that no upload is in memory as a whole.
   * @throws what `body` throws; then no file is left
   */
  writeDraft(body: AsyncIterable<Uint8Array>): Promise<Draft>;
}

/** A complete upload that is not accepted yet. A draft that a crash leaves behind is removed later. */
export interface Draft {
  path: string;
  /** Stores the draft as the original under `key`. */
  commit(key: string): Promise<void>;
  discard(): Promise<void>;
}

/** The content type that an upload URL accepts. */
export function contentTypeOf(extension: AvatarExtension): string {
  return `image/${extension === 'jpg' ? 'jpeg' : extension}`;
}
