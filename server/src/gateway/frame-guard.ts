/** Limits the frames of one socket, by their rate and by the name and number of arguments that they have. */
export interface FrameGuard {
  /** Counts a frame. @returns false when it must not reach a handler */
  acceptFrame(frame: readonly unknown[]): boolean;
  /** Counts a frame whose content was malformed. */
  countMalformed(): void;
  /** Called each second. */
  refillAllowance(): void;
}

const MAX_STRIKES = 10;
/** Frames at once, and then per second. */
const ALLOWANCE = { burst: 50, perSecond: 10 };

/** The number of arguments of each event, its acknowledgement included. */
const ARGUMENTS: ReadonlyMap<unknown, number> = new Map([
  ['sync', 2],
  ['auth', 2],
  ['typing', 1],
  ['presence', 1],
]);

/** @param onExceeded called at too many malformed frames, or too many frames */
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
