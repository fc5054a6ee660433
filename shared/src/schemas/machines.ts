import * as z from 'zod/mini';
import { SERVER_MACHINES } from '../server-machines.ts';
import { count, time, uuid } from './primitives.ts';

/** What one kind of the server's actors has done since the start, in numbers only. */
export const machineReport = z.object({
  machine: z.enum(SERVER_MACHINES),
  /** How many are in each state that has no states inside, by its path: `open.live`. All of the table, also at 0. */
  states: z.record(z.string(), count),
  /** How often each move was made: `open.live: drain`. All of the table, also at 0. */
  moves: z.record(z.string(), count),
  /** When it works next, of those that work by the clock. */
  next_at: z.optional(time),
  /** When it last worked to the end, and how much it removed. */
  last: z.optional(z.object({ at: time, removed: count })),
});
export type MachineReport = z.infer<typeof machineReport>;

/** Of one gateway. Where there are several, the next answer may be of another one. */
export const machinesReport = z.object({
  now: time,
  /** Drawn by chance at each start. */
  gateway: uuid,
  since: time,
  machines: z.array(machineReport),
});
export type MachinesReport = z.infer<typeof machinesReport>;
