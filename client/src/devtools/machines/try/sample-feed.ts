import { LIFETIME_MS, LIFETIMES, type Lifetime } from '@cruddur/shared';
import { createActor, SimulatedClock, type ActorRefFrom, type SnapshotFrom } from 'xstate';
import { expiryMachine } from '../../../machines/expiry.machine.ts';

export interface SampleLifetime {
  lifetime: Lifetime;
  /** Epoch milliseconds. */
  begun: number;
  ends: number;
  state: SnapshotFrom<typeof expiryMachine>['value'];
}

/** Cruds of every lifetime that nobody wrote, each on the product's own machine of expiry, by a clock that is moved by hand; nothing outside holds on to it. */
export interface SampleFeed {
  now: () => number;
  listCruds: () => readonly SampleLifetime[];
  advanceClock: (ms: number) => void;
}

export function createSampleFeed(): SampleFeed {
  const clock = new SimulatedClock();
  const began = Date.now();
  const now = () => began + clock.now();
  const cruds = LIFETIMES.map(
    (lifetime): { life: Omit<SampleLifetime, 'state'>; actor: ActorRefFrom<typeof expiryMachine> } => {
      const ends = began + LIFETIME_MS[lifetime];
      const actor = createActor(expiryMachine, {
        clock,
        input: { end: ends, now, allowsMotion: () => true },
      });
      return { life: { lifetime, begun: began, ends }, actor: actor.start() };
    },
  );
  return {
    now,
    advanceClock: (ms) => clock.increment(ms),
    listCruds: () => cruds.map(({ life, actor }) => ({ ...life, state: actor.getSnapshot().value })),
  };
}
