/** A pseudo-random generator: the same seed gives the same numbers, so that a run can be repeated. */
export interface Random {
  /** From 0 to below 1. */
  next(): number;
  /** A whole number from `least` up to and including `most`. */
  between(least: number, most: number): number;
  pick<T>(from: readonly T[]): T;
  shuffle<T>(what: readonly T[]): T[];
  /** An independent generator, so that one part's choices do not depend on how often another one draws. */
  fork(): Random;
}

/** Mulberry32: small, fast, and sufficient for choices. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;

  function next(): number {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  const between = (least: number, most: number) => least + Math.floor(next() * (most - least + 1));

  return {
    next,
    between,
    pick<T>(from: readonly T[]): T {
      const [first] = from.slice(between(0, from.length - 1));
      if (first === undefined) throw new Error('there is nothing to pick from');
      return first;
    },
    shuffle: (what) =>
      what
        .map((item) => ({ item, rank: next() }))
        .sort((one, other) => one.rank - other.rank)
        .map(({ item }) => item),
    fork: () => createRandom(Math.floor(next() * 2 ** 32)),
  };
}

const WORD = 2 ** 32;

/** Eight hexadecimal digits. */
export const newHex = (random: Random): string =>
  Math.floor(random.next() * WORD)
    .toString(16)
    .padStart(8, '0');

export function newUuidOf(random: Random): string {
  const [a, b, c, d] = [newHex(random), newHex(random), newHex(random), newHex(random)];
  return `${a}-${b.slice(0, 4)}-4${b.slice(5)}-8${c.slice(0, 3)}-${c.slice(3, 7)}${d}`;
}
