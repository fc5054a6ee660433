import type { Random } from '../random.ts';
import type { Host } from '../world/host.ts';
import type { World } from '../world/world.ts';
import type { FaultRates } from '../network/fault-rates.ts';

/** Calls of one gateway to the store: each takes time on the way there and back, and may fail on either. */
export interface StoreAccess {
  read: <T>(label: string, execute: () => T) => Promise<T>;
  /** @param execute may have been carried out although the call fails */
  write: <T>(label: string, execute: () => T | Promise<T>) => Promise<T>;
}

export interface StoreAccessParts {
  world: World;
  random: Random;
  faults: FaultRates;
  /** The store's own host. */
  store: Host;
  gateway: Host;
  onFault: (name: string) => void;
}

const LATENCY_MS = [0.2, 3] as const;
const SLOW_MS = 600;

/** What the driver throws when a connection is lost. */
const createLostConnection = () => Object.assign(new Error('Connection terminated'), { code: 'ECONNRESET' });

export function createStoreAccess(parts: StoreAccessParts): StoreAccess {
  const { world, random, faults, store, gateway, onFault } = parts;
  let lastWrite: Promise<unknown> = Promise.resolve();

  function latency(): number {
    const [least, most] = LATENCY_MS;
    const isSlow = random.next() < faults.store.slow;
    if (isSlow) onFault('store slow');
    return least + random.next() * (most - least) + (isSlow ? random.next() * SLOW_MS : 0);
  }

  function call<T>(label: string, isWrite: boolean, execute: () => T | Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      const fail = () =>
        void world.after(gateway, latency(), `${label} fails`, () => reject(createLostConnection()));

      async function carryOut(): Promise<void> {
        const isAnswerLost = isWrite && random.next() < faults.store.answerLost;
        if (isAnswerLost) onFault('commit outcome unknown');
        try {
          const result = await execute();
          if (isAnswerLost) fail();
          else world.after(gateway, latency(), `${label} answers`, () => resolve(result));
        } catch (refusal) {
          world.after(gateway, latency(), `${label} refuses`, () =>
            reject(refusal instanceof Error ? refusal : new Error(String(refusal))),
          );
        }
      }

      world.after(store, latency(), label, () => {
        if (faults.isStoreAway) fail();
        else void carryOut();
      });
    });
  }

  return {
    read: (label, execute) => call(label, false, execute),
    write(label, execute) {
      const next = lastWrite.then(() => call(label, true, execute));
      lastWrite = next.catch(() => undefined);
      return next;
    },
  };
}
