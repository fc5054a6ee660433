import type { Random } from '../../chaos/random.ts';

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
