import { LRUCache } from 'lru-cache';
import type { AvatarStorage, Sha256 } from '../ports.ts';

/** A processed picture, as of one version of its person's. */
export interface Picture {
  bytes: Buffer;
  version: number;
  /** Of the bytes, for an ETag. */
  hash: string;
}

export interface FindPictureOptions {
  /** The version in the address; null without one. */
  version: number | null;
  /** Called before the store is asked. What it throws is thrown. */
  beforeLookUp: () => Promise<void>;
}

/** Processed pictures, of which those asked for lately are in memory. */
export interface PictureCache {
  /** @returns null for a person who has none */
  find(sub: string, asked: FindPictureOptions): Promise<Picture | null>;
  /** Drops what is in memory of a person, so that the next look asks the store. */
  evict(sub: string): void;
}

export interface PictureCachePorts {
  storage: Pick<AvatarStorage, 'readProcessed'>;
  /** The `avatar_version` of a person; null when there is nobody (any more). */
  versionOf: (sub: string) => Promise<number | null>;
  monotonicMs: () => number;
  sha256: Sha256;
  /** How much memory the pictures may take. */
  maxBytes?: number;
}

const MAX_BYTES = 32 * 1024 * 1024;
/** How long a version is taken for the current one without a look: for its own address, and for one without a version. */
const TRUSTED_MS = { same: 5000, other: 1000 };

interface CachedPicture extends Picture {
  checkedAt: number;
}

export function createPictureCache(ports: PictureCachePorts): PictureCache {
  const { storage, versionOf, monotonicMs, sha256, maxBytes = MAX_BYTES } = ports;
  const cache = new LRUCache<string, CachedPicture>({
    maxSize: maxBytes,
    // An empty file would be refused as an entry without size.
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
    // The picture is written before its version grows, so these bytes are of this version or a later one.
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

/** A version that is not known yet may have come into being a moment ago. */
function isTrusted(known: CachedPicture, asked: number | null, nowMs: number): boolean {
  if (asked !== null && asked > known.version) return false;
  return nowMs - known.checkedAt < (asked === known.version ? TRUSTED_MS.same : TRUSTED_MS.other);
}
