import { LRUCache } from 'lru-cache';
import type { AvatarStorage, Sha256 } from '../ports.ts';

/** A processed picture at one `avatar_version`. */
export interface Picture {
  bytes: Buffer;
  version: number;
  /** Of the bytes, for an ETag. */
  hash: string;
}

export interface FindPictureOptions {
  /** The version in the URL; null without one. */
  version: number | null;
  /** Called before a read of the store; its error is thrown to the caller. */
  beforeLookUp: () => Promise<void>;
}

/** Processed pictures; recently requested ones are kept in memory. */
export interface PictureCache {
  /** @returns null for a person without a picture */
  find(sub: string, options: FindPictureOptions): Promise<Picture | null>;
  /** Removes a person's picture from memory, so that the next request reads the store. */
  evict(sub: string): void;
}

export interface PictureCachePorts {
  storage: Pick<AvatarStorage, 'readProcessed'>;
  /** The `avatar_version` of a person; null when the person does not exist or is erased. */
  versionOf: (sub: string) => Promise<number | null>;
  monotonicMs: () => number;
  sha256: Sha256;
  /** The memory limit of all pictures. */
  maxBytes?: number;
}

const MAX_BYTES = 32 * 1024 * 1024;
/** How long a cached version counts as current: for a URL with the same version, and for other URLs. */
const TRUSTED_MS = { sameVersion: 5000, otherVersion: 1000 };

interface CachedPicture extends Picture {
  checkedAt: number;
}

export function createPictureCache(ports: PictureCachePorts): PictureCache {
  const { storage, versionOf, monotonicMs, sha256, maxBytes = MAX_BYTES } = ports;
  const cache = new LRUCache<string, CachedPicture>({
    maxSize: maxBytes,
    // lru-cache refuses entries of size 0, such as an empty file.
    sizeCalculation: ({ bytes }) => Math.max(1, bytes.length),
  });
  const inFlight = new Map<string, Promise<Picture | null>>();

  function evict(sub: string): void {
    cache.delete(sub);
  }

  function cachePicture(sub: string, picture: CachedPicture): CachedPicture {
    cache.set(sub, picture);
    return picture;
  }

  async function loadPicture(sub: string): Promise<Picture | null> {
    const checkedAt = monotonicMs();
    const version = await versionOf(sub);
    const known = cache.get(sub);
    if (version !== null && known?.version === version) return cachePicture(sub, { ...known, checkedAt });
    // The picture is written before its version increases, so these bytes are of this version or a later one.
    const bytes = version === null || version === 0 ? null : await storage.readProcessed(sub);
    if (version === null || bytes === null) {
      evict(sub);
      return null;
    }
    const hash = sha256(bytes).toString('base64url').slice(0, 27);
    return cachePicture(sub, { bytes, version, hash, checkedAt });
  }

  return {
    evict,

    async find(sub, { version, beforeLookUp }) {
      const known = cache.get(sub);
      if (known && isTrusted(known, version, monotonicMs())) return known;
      await beforeLookUp();
      const shared = inFlight.get(sub);
      if (shared) return shared;
      const loading = loadPicture(sub).finally(() => inFlight.delete(sub));
      inFlight.set(sub, loading);
      return loading;
    },
  };
}

/** A requested version above the cached one may be new, so the store is read. */
function isTrusted(cached: CachedPicture, requested: number | null, nowMs: number): boolean {
  if (requested !== null && requested > cached.version) return false;
  const trustedMs = requested === cached.version ? TRUSTED_MS.sameVersion : TRUSTED_MS.otherVersion;
  return nowMs - cached.checkedAt < trustedMs;
}
