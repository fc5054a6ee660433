import { clientMessage, payloadsOf, replies } from '@cruddur/shared';

const MAX_STRIKES = 10;
/** Frames at once, and then per second. */
const ALLOWANCE = { burst: 50, perSecond: 10 };

/** The number of arguments of each message, its acknowledgement included. */
const ARGUMENTS: ReadonlyMap<unknown, number> = new Map(
  payloadsOf(clientMessage).map(({ name }) => [name, name in replies ? 2 : 1]),
);

/** Limits the frames of one socket, by their rate and by the name and number of arguments that they have. */
export class FrameGuard {
  private strikes = 0;
  private allowance = ALLOWANCE.burst;

  /** Counts a frame. @returns false when it must not be handled */
  acceptFrame([name, ...args]: readonly unknown[]): boolean {
    this.allowance -= 1;
    if (this.allowance <= 0) return false;
    const expected = ARGUMENTS.get(name);
    const fits = expected === args.length && (expected === 1 || typeof args[1] === 'function');
    if (!fits) this.countMalformed();
    return fits;
  }

  /** Counts a frame whose content was malformed. */
  countMalformed(): void {
    this.strikes += 1;
  }

  /** True after too many malformed frames, or too many frames. */
  isExceeded(): boolean {
    return this.strikes >= MAX_STRIKES || this.allowance <= 0;
  }

  /** Called each second. */
  refillAllowance(): void {
    this.allowance = Math.min(this.allowance + ALLOWANCE.perSecond, ALLOWANCE.burst);
  }
}
