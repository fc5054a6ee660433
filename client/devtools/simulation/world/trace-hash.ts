/** A running hash of texts, 64 bits: equal digests mean equal traces for all practical purposes. */
export interface TraceHash {
  add(text: string): void;
  /** @param value of which the fraction is ignored */
  addNumber(value: number): void;
  digest(): string;
}

/** Two mixed 32-bit lanes, as in cyrb53: much faster than a cryptographic hash, which nothing here needs. */
export function createTraceHash(): TraceHash {
  let one = 0xdeadbeef;
  let other = 0x41c6ce57;

  function mixLanes(): void {
    one = Math.imul(one ^ (one >>> 15), 2246822507) ^ (other >>> 13);
    other = Math.imul(other ^ (other >>> 15), 3266489909) ^ (one >>> 13);
  }

  return {
    addNumber(value) {
      one ^= Math.floor(value);
      mixLanes();
    },
    add(text) {
      for (let index = 0; index < text.length; index += 1) {
        const code = text.charCodeAt(index);
        one = Math.imul(one ^ code, 2654435761);
        other = Math.imul(other ^ code, 1597334677);
      }
      mixLanes();
    },
    digest: () => [one, other].map((lane) => (lane >>> 0).toString(16).padStart(8, '0')).join(''),
  };
}
