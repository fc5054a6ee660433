import type { AbuseWorld } from './world.ts';

/** What one person, one host or one clock does to a gateway. */
export interface Attack {
  /** With its number in docs/attack.md. */
  name: string;
  needsPostgres?: true;
  /** The most values in one list of a statement. */
  listedMax?: number;
  /** Begins; `seconds` is how long the bystander is watched. @returns ends it, with its own figure and the faults that it found */
  start(world: AbuseWorld, seconds: number): Promise<() => Promise<AttackResult>>;
}

export interface AttackResult {
  figure: string;
  faults?: string[];
}
