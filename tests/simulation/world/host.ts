import type { WorldEvent } from './event-heap.ts';

/** A machine or program of the world: a gateway, a tab, the store. What runs in an event belongs to the event's host. */
export interface Host {
  readonly name: string;
  /** Distinguishes hosts in ties. */
  readonly nth: number;
  /** The difference of its wall clock to the world's, in milliseconds. */
  skewMs: number;
  /** Events of a frozen host wait until it runs again; those of a dead one are dropped. */
  state: 'running' | 'frozen' | 'dead';
  /** What arrived while it was frozen, in order. */
  readonly backlog: WorldEvent[];
}
