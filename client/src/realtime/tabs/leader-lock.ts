import { fromCallback } from 'xstate';
import type { LockCommand, LockEvent } from '../../machines/tab-leadership.machine.ts';

/** The part of the browser's locks that is used here. */
export type Locks = Pick<LockManager, 'request' | 'query'>;

/**
 * The lock that makes a tab the leader; the browser takes it from a tab that closes or crashes. Without Web Locks, as on pages
 * that are not secure, each tab leads itself.
 */
export function createLeaderLock(locks: Locks | undefined, name: string) {
  return fromCallback<LockCommand>(({ sendBack, receive }) => {
    let turnController = new AbortController();
    let suspect: Promise<string | undefined> = Promise.resolve(undefined);
    const send = (event: LockEvent) => sendBack(event);

    function nextTurn(): AbortSignal {
      turnController.abort();
      turnController = new AbortController();
      return turnController.signal;
    }

    /** Holds the lock until the turn is over. */
    const hold = (signal: AbortSignal) => async () => {
      if (signal.aborted) return;
      send({ type: 'GRANTED' });
      await new Promise((over) => signal.addEventListener('abort', over, { once: true }));
    };
    const lost = (signal: AbortSignal) => () => {
      if (!signal.aborted) send({ type: 'LOST' });
    };

    function requestLock(): void {
      const signal = nextTurn();
      if (locks) locks.request(name, { signal }, hold(signal)).catch(lost(signal));
      else send({ type: 'GRANTED' });
    }

    /** One thief at a time, and only from the tab that was silent: whoever took over meanwhile keeps what it has. */
    async function stealLock(from: Locks): Promise<void> {
      const signal = nextTurn();
      await from.request(`${name} take-over`, { signal }, async () => {
        const [silent, holder] = await Promise.all([suspect, findHolder(from, name)]);
        if (signal.aborted) return;
        if (holder !== silent) {
          send({ type: 'MISSED' });
          return;
        }
        await new Promise<void>((taken) => {
          const granted = () => {
            taken();
            return hold(signal)();
          };
          from.request(name, { steal: true }, granted).catch(lost(signal));
        });
      });
    }

    receive((command) => {
      if (command.type === 'APPLY') requestLock();
      else if (!locks) return;
      else if (command.type === 'SUSPECT') suspect = findHolder(locks, name).catch(() => undefined);
      else void stealLock(locks).catch(ignoreAbort);
    });
    return () => turnController.abort();
  });
}

async function findHolder(locks: Locks, name: string): Promise<string | undefined> {
  const { held = [] } = await locks.query();
  return held.find((lock) => lock.name === name)?.clientId;
}

/** The turn ended while it waited. */
function ignoreAbort(): void {
  return undefined;
}
