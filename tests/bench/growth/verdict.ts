import type { CallCost } from './measure-stage.ts';

/**
 * What growth may cost: twice the smallest store, because the depth of an index grows with the logarithm (10,000 to 2,000,000
 * rows: 1.6 times), and what differs between two runs of the same store. A table of few pages is read whole, a larger one by an
 * index for each row of a page: 50 rows of 9 pages instead of one page. A page in memory takes 0.6 µs, so 1,000 are as much as the time.
 */
const FACTOR = 2;
const NOISE = { p50Ms: 1, pages: 1000 };

function limitOf(of: keyof typeof NOISE, smallest: CallCost): number {
  return smallest[of] * FACTOR + NOISE[of];
}

export function isFlat(smallest: CallCost, larger: CallCost): boolean {
  return (['p50Ms', 'pages'] as const).every((of) => larger[of] <= limitOf(of, smallest));
}
