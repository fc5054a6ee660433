import { LRUCache } from 'lru-cache';
import type { Clock } from '../clock.ts';

/** How many notifications a push service may get at the same time: one that does not answer must not delay the others. */
export interface ServiceSlots {
  /** @param running how many it is getting now */
  countFree(host: string, running: number): number;
  /** Records whether the service answered an attempt. */
  record(host: string, hasAnswered: boolean): void;
}

const PER_SERVICE_MAX = 8;
/** After this many attempts in a row without an answer, a service gets single ones, with a pause before each. */
const FAILURES_MAX = 5;
const PAUSE_MS = 30_000;
const PAUSE_MAX_MS = 300_000;
const SERVICES_MAX = 1000;

export function createServiceSlots(clock: Clock): ServiceSlots {
  const failing = new LRUCache<string, { failures: number; pausedUntil: number }>({ max: SERVICES_MAX });
  return {
    countFree(host, running) {
      const { failures = 0, pausedUntil = 0 } = failing.get(host) ?? {};
      if (failures < FAILURES_MAX) return PER_SERVICE_MAX - running;
      return running === 0 && pausedUntil <= clock.now().getTime() ? 1 : 0;
    },
    record(host, hasAnswered) {
      if (hasAnswered) {
        failing.delete(host);
        return;
      }
      const failures = (failing.get(host)?.failures ?? 0) + 1;
      const pauseMs = Math.min(PAUSE_MS * 2 ** Math.max(0, failures - FAILURES_MAX), PAUSE_MAX_MS);
      failing.set(host, { failures, pausedUntil: clock.now().getTime() + pauseMs });
    },
  };
}
