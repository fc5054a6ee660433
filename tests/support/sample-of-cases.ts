import { inject } from 'vitest';

/** All cases in the long form of the suite; every nth in the usual one, because each costs a page in the browser. */
export function sampleOfCases<T>(cases: readonly T[], nth: number): T[] {
  return cases.filter((_case, index) => inject('form') === 'full' || index % nth === 0);
}
