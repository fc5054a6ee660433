import { LRUCache } from 'lru-cache';
import type { Clock } from '../clock.ts';
import type { DuePush, PushOutcome } from './ports.ts';

/** How many notifications a push service may get at the same time: one that does not answer must not delay the others. */
export interface ServiceSlots {
  /** @param running how many it is getting now */
  countFree(host: string, running: number): number;
  /** Records how an attempt ended. */
  record(push: Pick<DuePush, 'host' | 'owner'>, outcome: PushOutcome): void;
}

const PER_SERVICE_MAX = 8;
/** After this many attempts in a row that fail, a service gets single ones, with a pause before each. */
const FAILURES_MAX = 5;
const PAUSE_MS = 30_000;
const PAUSE_MAX_MS = 300_000;
const SERVICES_MAX = 1000;

interface Trouble {
  failures: number;
  pausedUntil: number;
  /** The people for whom it was busy. */
  busyFor: readonly string[];
}

const NO_TROUBLE: Trouble = { failures: 0, pausedUntil: 0, busyFor: [] };

export function createServiceSlots(clock: Clock): ServiceSlots {
  const troubles = new LRUCache<string, Trouble>({ max: SERVICES_MAX });

  function recordFailure(host: string, busyFor?: string): void {
    const before = troubles.get(host) ?? NO_TROUBLE;
    const failures = before.failures + 1;
    const ownMs = Math.min(PAUSE_MS * 2 ** Math.max(0, failures - FAILURES_MAX), PAUSE_MAX_MS);
    const people =
      busyFor === undefined || failures > FAILURES_MAX ? before.busyFor : [...before.busyFor, busyFor];
    troubles.set(host, {
      failures,
      pausedUntil: Math.max(before.pausedUntil, clock.now().getTime() + ownMs),
      busyFor: people,
    });
  }

  /**
   * A service also limits single browsers, of which one must not pause it for the others: until a pause it counts people. For the
   * same reason the wait that it names holds for the one notification.
   */
  const isBusyForOne = ({ host, owner }: Pick<DuePush, 'host' | 'owner'>) => {
    const { failures, busyFor } = troubles.get(host) ?? NO_TROUBLE;
    return failures < FAILURES_MAX && busyFor.includes(owner);
  };

  return {
    countFree(host, running) {
      const { failures, pausedUntil } = troubles.get(host) ?? NO_TROUBLE;
      if (failures < FAILURES_MAX) return PER_SERVICE_MAX - running;
      return running === 0 && pausedUntil <= clock.now().getTime() ? 1 : 0;
    },
    record(push, outcome) {
      switch (outcome.kind) {
        case 'sent':
        case 'gone':
        case 'refused':
          troubles.delete(push.host);
          return;
        case 'busy':
          if (!isBusyForOne(push)) recordFailure(push.host, push.owner);
          return;
        case 'unreachable':
          recordFailure(push.host);
      }
    },
  };
}
