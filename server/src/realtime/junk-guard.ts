/** A frame of a client, told from junk by the name and the number of its parts. */
export interface JunkGuard {
  /** Counts a frame. @returns false when it must not reach a handler */
  admits(frame: readonly unknown[]): boolean;
  /** Counts a frame whose content was malformed. */
  strike(): void;
  /** A second has passed. */
  refill(): void;
}

const MAX_STRIKES = 10;
/** Frames at once, and afterwards each second. */
const ALLOWANCE = { burst: 50, perSecond: 10 };

/** How many arguments each event comes with, an acknowledgement included. */
const ARGUMENTS: ReadonlyMap<unknown, number> = new Map([
  ['sync', 2],
  ['auth', 2],
  ['typing', 1],
  ['presence', 1],
]);

/** @param tooMuch called once a sender has sent too much junk, or too much altogether */
export function createJunkGuard(tooMuch: () => void): JunkGuard {
  let strikes = 0;
  let allowance = ALLOWANCE.burst;

  function strike(): void {
    strikes += 1;
    if (strikes === MAX_STRIKES) tooMuch();
  }

  return {
    strike,
    admits([name, ...args]) {
      allowance -= 1;
      if (allowance === 0) tooMuch();
      if (allowance <= 0) return false;
      const expected = ARGUMENTS.get(name);
      const fits = expected === args.length && (expected === 1 || typeof args[1] === 'function');
      if (!fits) strike();
      return fits;
    },
    refill: () => {
      allowance = Math.min(allowance + ALLOWANCE.perSecond, ALLOWANCE.burst);
    },
  };
}
