/**
 * Loaded before a gateway: its machine's clock is ahead by CLOCK_AHEAD_MS, and each SIGUSR2 sets it back by an hour or forward again. The
 * monotonic clock stays right, as on a real machine.
 */
const HOUR_MS = 3_600_000;
const RightDate = Date;
const aheadMs = Number(process.env.CLOCK_AHEAD_MS ?? 0);
let isSetBack = false;

globalThis.Date = class extends RightDate {
  constructor(...parts) {
    if (parts.length === 0) super(Date.now());
    else super(...parts);
  }
  static now() {
    return RightDate.now() + aheadMs - (isSetBack ? HOUR_MS : 0);
  }
};

process.on('SIGUSR2', () => (isSetBack = !isSetBack));
