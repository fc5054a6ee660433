import { systemClock, type Clock } from '../domain/clock.ts';
import type { Logger } from '../domain/logger.ts';
import type { WriteClock } from '../repositories/commit.ts';
import { readStoreTime } from '../repositories/store-identity.ts';
import type { OpenedStore } from '../store/opened-store.ts';

/** The time of the store, which all gateways share. */
export interface StoreClock extends WriteClock {
  /**
   * Called each second. Reads the store's time if a minute has passed since the last reading, if this machine's clock was set or
   * stood still, while it is wrong or a reading takes long, or after `distrust`.
   */
  check(): Promise<void>;
  /** This machine's clock minus the store's, in milliseconds. */
  differenceMs(): number;
  /** Whether this machine's clock is wrong: such a gateway is not ready and does no work for the others. */
  isWrong(): boolean;
}

export interface StoreClockParts {
  readStoreTime: () => Promise<Date>;
  monotonicMs: () => number;
  /** Says when this machine's clock differs. */
  logger?: Pick<Logger, 'error' | 'warn'>;
  system?: Clock | undefined;
}

const CHECK_EVERY_MS = 60_000;
const DIFFERENCE_MAX_MS = 5000;
/** A clock that was set, or a machine that slept: the two ways of counting the time since the last check differ. */
const JUMP_MS = 1000;
/** Of a reading that takes longer, as during a failover, it is not known at which moment the store read its clock. */
const READING_MAX_MS = 1000;

interface Reading {
  storeMs: number;
  /** When the store's clock was that, by the monotonic clock and by this machine's. */
  atMs: number;
  systemMs: number;
  isGood: boolean;
}

/**
 * Counts from the store's time with a clock that no one sets. A gateway whose own clock is ahead would otherwise delete what lives. It
 * is at most half of `READING_MAX_MS` ahead, and may be behind while readings take long.
 * @throws when the store cannot be read
 */
export async function startStoreClock(parts: StoreClockParts): Promise<StoreClock> {
  const { readStoreTime, monotonicMs, logger, system = systemClock } = parts;
  let last = await measure();

  /**
   * A good reading is taken as of the middle of the call. Another one gives bounds at its end: the time so far stays if it is within
   * them, else the lower one is taken, which sets the clock behind at most.
   */
  async function measure(before?: Reading): Promise<Reading> {
    const [startedMs, systemStartedMs] = [monotonicMs(), system.now().getTime()];
    const storeMs = (await readStoreTime()).getTime();
    const [endedMs, systemEndedMs] = [monotonicMs(), system.now().getTime()];
    // By both clocks, because the monotonic one stands still while the machine sleeps.
    const tookMs = Math.max(endedMs - startedMs, systemEndedMs - systemStartedMs);
    if (tookMs <= READING_MAX_MS) {
      const atMs = (startedMs + endedMs) / 2;
      return { storeMs, atMs, systemMs: systemEndedMs - (endedMs - atMs), isGood: true };
    }
    const countedMs = before ? before.storeMs + endedMs - before.atMs : storeMs;
    const isWithin = countedMs >= storeMs && countedMs <= storeMs + tookMs;
    return { storeMs: isWithin ? countedMs : storeMs, atMs: endedMs, systemMs: systemEndedMs, isGood: false };
  }

  const differenceMs = () => last.systemMs - last.storeMs;
  const isWrong = () => Math.abs(differenceMs()) > DIFFERENCE_MAX_MS;

  function report(wasWrong: boolean): void {
    if (isWrong() === wasWrong) return;
    const fields = { difference_ms: Math.round(differenceMs()) };
    if (wasWrong) logger?.warn(fields, 'the clock of this machine agrees with the store’s again');
    else
      logger?.error(fields, 'the clock of this machine differs from the store’s: this gateway is not ready');
  }

  report(false);
  return {
    now: () => new Date(last.storeMs + monotonicMs() - last.atMs),
    async check() {
      const passedMs = monotonicMs() - last.atMs;
      const isJump = Math.abs(system.now().getTime() - last.systemMs - passedMs) > JUMP_MS;
      const wasWrong = isWrong();
      if (passedMs < CHECK_EVERY_MS && !isJump && !wasWrong && last.isGood) return;
      last = await measure(last);
      report(wasWrong);
    },
    distrust: () => void (last = { ...last, isGood: false }),
    differenceMs,
    isWrong,
  };
}

/** The embedded store has no other clock than this machine's. */
export const embeddedStoreClock: StoreClock = {
  ...systemClock,
  check: () => Promise.resolve(),
  distrust: () => undefined,
  differenceMs: () => 0,
  isWrong: () => false,
};

export async function openStoreClock(
  { kind, vitalDb }: Pick<OpenedStore, 'kind' | 'vitalDb'>,
  parts: Omit<StoreClockParts, 'readStoreTime'>,
): Promise<StoreClock> {
  if (kind === 'embedded') return embeddedStoreClock;
  return startStoreClock({ ...parts, readStoreTime: () => readStoreTime(vitalDb) });
}
