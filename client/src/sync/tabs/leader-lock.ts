import { fromCallback } from 'xstate';
import type { LockCommand, LockEvent } from './tab-leadership.machine.ts';
import { findLockHolder, stealLock, waitForAbort, type Locks } from '../../base/runtime/web-lock.ts';

/**
 * The lock that makes a tab the leader; the browser releases it when the tab closes or crashes. Without Web Locks each tab is
 * its own leader.
 */
export function createLeaderLock(locks: Locks | undefined, name: string) {
  return fromCallback<LockCommand>(({ sendBack, receive }) => {
    let attempt = new AbortController();
    let suspect: Promise<string | undefined> = Promise.resolve(undefined);
    const send = (event: LockEvent) => sendBack(event);

    /** Ends the previous attempt, whether it waits for the lock or holds it. */
    function startAttempt(): AbortSignal {
      attempt.abort();
      attempt = new AbortController();
      return attempt.signal;
    }

    const holdUntilAborted = (signal: AbortSignal) => async () => {
      if (signal.aborted) return;
      send({ type: 'GRANTED' });
      await waitForAbort(signal);
    };
    const sendLost = (signal: AbortSignal) => () => {
      if (!signal.aborted) send({ type: 'LOST' });
    };

    function requestLock(): void {
      const signal = startAttempt();
      if (locks) locks.request(name, { signal }, holdUntilAborted(signal)).catch(sendLost(signal));
      else send({ type: 'GRANTED' });
    }

    async function stealFromSuspect(from: Locks): Promise<void> {
      const signal = startAttempt();
      const holder = await suspect;
      const theft = await stealLock({ locks: from, name, holder, signal }, holdUntilAborted(signal));
      if (theft) theft.held.catch(sendLost(signal));
      else if (!signal.aborted) send({ type: 'MISSED' });
    }

    receive((command) => {
      if (command.type === 'APPLY') requestLock();
      else if (!locks) return;
      else if (command.type === 'SUSPECT') suspect = findLockHolder(locks, name).catch(() => undefined);
      else void stealFromSuspect(locks).catch(ignoreAbort);
    });
    return () => attempt.abort();
  });
}

/** The attempt was aborted while it waited. */
function ignoreAbort(): void {
  return undefined;
}
