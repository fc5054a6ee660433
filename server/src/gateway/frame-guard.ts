/** A frame of a client, told from junk by the name and the number of its parts. */
export interface FrameGuard {
  /** Counts a frame. @returns false when it must not reach a handler */
  acceptFrame(frame: readonly unknown[]): boolean;
  /** Counts a frame whose content was malformed. */
  countMalformed(): void;
  /** A second has passed. */
  refillAllowance(): void;
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

/** @param onExceeded called once a sender has sent too much junk, or too much altogether */
export function createFrameGuard(onExceeded: () => void): FrameGuard {
  let strikes = 0;
  let allowance = ALLOWANCE.burst;

  function countMalformed(): void {
    strikes += 1;
    if (strikes === MAX_STRIKES) onExceeded();
  }

  return {
    countMalformed,
    acceptFrame([name, ...args]) {
      allowance -= 1;
      if (allowance === 0) onExceeded();
      if (allowance <= 0) return false;
      const expected = ARGUMENTS.get(name);
      const fits = expected === args.length && (expected === 1 || typeof args[1] === 'function');
      if (!fits) countMalformed();
      return fits;
    },
    refillAllowance: () => {
      allowance = Math.min(allowance + ALLOWANCE.perSecond, ALLOWANCE.burst);
    },
  };
}
