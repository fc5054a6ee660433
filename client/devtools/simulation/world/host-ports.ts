import type { Clock } from '../../../../server/src/domain/clock.ts';
import type { Timers } from '../../../../server/src/domain/timers.ts';
import type { Host } from './host.ts';
import { EPOCH_MS, type World } from './world.ts';

/** The timers of a program: they end with its host. */
export function timersOf(world: World, host: Host): Timers {
  return {
    after: (ms, run) => world.after(host, ms, 'timer', run),
    every: (ms, run) => world.every(host, ms, 'tick', run),
  };
}

/** The wall clock of a program's machine. */
export function clockOf(world: World, host: Host): Clock {
  return { now: () => new Date(Math.floor(EPOCH_MS + world.now() + host.skewMs)) };
}
