import type { Timers } from '../domain/timers.ts';

/** Visits each of its items once a second, by one timer: a tenth of them at a time, so that no visit of all blocks the gateway. */
export interface TimerWheel<T> extends Iterable<T> {
  add(item: T): void;
  remove(item: T): void;
  count(): number;
  stop(): void;
}

const SLOTS = 10;

export function createTimerWheel<T>(timers: Timers, visit: (item: T) => void): TimerWheel<T> {
  const slots = Array.from({ length: SLOTS }, () => new Set<T>());
  const count = () => slots.reduce((sum, slot) => sum + slot.size, 0);
  let next = 0;

  const stop = timers.every(1000 / SLOTS, () => {
    const slot = slots[next];
    next = (next + 1) % SLOTS;
    slot?.forEach(visit);
  });

  return {
    count,
    stop,
    add(item) {
      const smallest = slots.reduce((best, slot) => (slot.size < best.size ? slot : best));
      smallest.add(item);
    },
    remove(item) {
      for (const slot of slots) if (slot.delete(item)) return;
    },
    *[Symbol.iterator]() {
      for (const slot of slots) yield* slot;
    },
  };
}
