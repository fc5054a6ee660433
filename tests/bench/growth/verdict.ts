import type { CallCost } from './measure-stage.ts';

/**
 * What growth may cost: twice the smallest store, because the depth of an index grows with the logarithm (10,000 to 2,000,000
 * rows: 1.6 times), and what differs between two runs of the same store.
 */
const FACTOR = 2;
const NOISE = { p50Ms: 1, pages: 40 };

function limitOf(of: keyof typeof NOISE, smallest: CallCost): number {
  return smallest[of] * FACTOR + NOISE[of];
}

export function isFlat(smallest: CallCost, larger: CallCost): boolean {
  return (['p50Ms', 'pages'] as const).every((of) => larger[of] <= limitOf(of, smallest));
}
