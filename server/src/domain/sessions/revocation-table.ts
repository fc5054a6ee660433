import type { Sha256 } from '../ports.ts';

/** Eight bytes of a SHA-256 digest: in a table of a million keys the probability of a collision is below 1 in 20 million. */
export interface RevocationKey {
  high: number;
  low: number;
}

/** The key of one sign-in, or without `originJti` of all sign-ins of a person. The store computes the same key in SQL. */
export function revocationKey(sha256: Sha256, sub: string, originJti?: string): RevocationKey {
  const text = originJti === undefined ? sub : `${sub} ${originJti}`;
  const digest = sha256(text);
  return { high: digest.readUInt32BE(0), low: digest.readUInt32BE(4) };
}

export interface RevocationEntry {
  key: RevocationKey;
  /** Epoch seconds: older sign-ins under the key have ended. */
  allBefore: number;
  /** The time of the revocation, in epoch seconds. */
  at: number;
}

/** Ends every sign-in under its key. */
export const ALL_SIGN_INS = 0xffff_ffff;

/** Key, `allBefore` and `at` as unsigned 32-bit numbers, big-endian; `at` 0 marks an empty slot. */
const FIELDS = 4;
export const PACKED_BYTES = FIELDS * 4;
const MIN_CAPACITY = 1024;
/** Above this load linear probing becomes slow. */
const MAX_LOAD = 0.6;

/**
 * Revocations by key in one typed array: 27 to 54 bytes each, where objects with two UUIDs take 400. Two entries under one key
 * are merged into the wider one.
 */
export interface RevocationTable {
  /** @returns false when an entry under this key covers it already */
  add(entry: RevocationEntry): boolean;
  addPacked(packed: Buffer): void;
  find(key: RevocationKey): Omit<RevocationEntry, 'key'> | undefined;
  /** Removes entries older than `at`, in epoch seconds, and frees their memory. */
  removeBefore(at: number): void;
  size(): number;
  bytes(): number;
}

export function createRevocationTable(): RevocationTable {
  let slots = new Uint32Array(MIN_CAPACITY * FIELDS);
  let size = 0;

  const capacity = () => slots.length / FIELDS;
  const field = (offset: number, index: number) => slots[offset + index] ?? 0;

  /** The offset of the key's slot, or of the empty slot where it would be. */
  function offsetOf(high: number, low: number): number {
    const mask = capacity() - 1;
    let slot = low & mask;
    for (;;) {
      const offset = slot * FIELDS;
      if (field(offset, 3) === 0) return offset;
      if (field(offset, 0) === high && field(offset, 1) === low) return offset;
      slot = (slot + 1) & mask;
    }
  }

  function put(high: number, low: number, [allBefore, at]: [number, number]): boolean {
    if (size >= capacity() * MAX_LOAD) rebuild(capacity() * 2, 0);
    const offset = offsetOf(high, low);
    if (field(offset, 3) === 0) size += 1;
    else if (field(offset, 2) >= allBefore && field(offset, 3) >= at) return false;
    slots[offset] = high;
    slots[offset + 1] = low;
    slots[offset + 2] = Math.max(field(offset, 2), allBefore);
    slots[offset + 3] = Math.max(field(offset, 3), at, 1);
    return true;
  }

  function rebuild(newCapacity: number, from: number): void {
    const old = slots;
    slots = new Uint32Array(newCapacity * FIELDS);
    size = 0;
    for (let offset = 0; offset < old.length; offset += FIELDS) {
      const at = old[offset + 3] ?? 0;
      if (at > 0 && at >= from) put(old[offset] ?? 0, old[offset + 1] ?? 0, [old[offset + 2] ?? 0, at]);
    }
  }

  function countSince(from: number): number {
    let count = 0;
    for (let offset = 0; offset < slots.length; offset += FIELDS) {
      const at = field(offset, 3);
      if (at > 0 && at >= from) count += 1;
    }
    return count;
  }

  return {
    add: ({ key, allBefore, at }) => put(key.high, key.low, [allBefore, at]),
    addPacked(packed) {
      for (let offset = 0; offset + PACKED_BYTES <= packed.length; offset += PACKED_BYTES) {
        const [high, low] = [packed.readUInt32BE(offset), packed.readUInt32BE(offset + 4)];
        put(high, low, [packed.readUInt32BE(offset + 8), packed.readUInt32BE(offset + 12)]);
      }
    },
    find({ high, low }) {
      const offset = offsetOf(high, low);
      const at = field(offset, 3);
      return at === 0 ? undefined : { allBefore: field(offset, 2), at };
    },
    removeBefore(at) {
      const remaining = countSince(at);
      if (remaining === size) return;
      let newCapacity = MIN_CAPACITY;
      while (remaining >= newCapacity * MAX_LOAD) newCapacity *= 2;
      rebuild(newCapacity, at);
    },
    size: () => size,
    bytes: () => slots.byteLength,
  };
}
