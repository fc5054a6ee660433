import { LIFETIME_MS, LIFETIMES, type Lifetime } from '@cruddur/shared';
import { createActor, SimulatedClock, type ActorRefFrom, type SnapshotFrom } from 'xstate';
import { expiryMachine } from '../../../src/cruds/expiry.machine.ts';

export interface SampleLifetime {
  lifetime: Lifetime;
  /** Epoch milliseconds. */
  starts: number;
  ends: number;
  state: SnapshotFrom<typeof expiryMachine>['value'];
}

/** One generated crud of every lifetime, each an actor of the expiry machine with a simulated clock. It needs no disposal. */
export interface SampleFeed {
  now: () => number;
  listCruds: () => readonly SampleLifetime[];
  advanceClock: (ms: number) => void;
}

export function createSampleFeed(): SampleFeed {
  const clock = new SimulatedClock();
  const startMs = Date.now();
  const now = () => startMs + clock.now();
  const cruds = LIFETIMES.map(
    (lifetime): { crud: Omit<SampleLifetime, 'state'>; actor: ActorRefFrom<typeof expiryMachine> } => {
      const ends = startMs + LIFETIME_MS[lifetime];
      const actor = createActor(expiryMachine, {
        clock,
        input: { end: ends, now, allowsMotion: () => true },
      });
      return { crud: { lifetime, starts: startMs, ends }, actor: actor.start() };
    },
  );
  return {
    now,
    advanceClock: (ms) => clock.increment(ms),
    listCruds: () => cruds.map(({ crud, actor }) => ({ ...crud, state: actor.getSnapshot().value })),
  };
}
