import * as z from 'zod/mini';
import { SERVER_MACHINES } from './server-machines.ts';
import { count, time, uuid } from './primitives.ts';

/** The counts of one kind of server actors since the start; numbers only. */
export const machineReport = z.object({
  machine: z.enum(SERVER_MACHINES),
  /** The number of actors in each atomic state, by its path: `open.live`. Every state of the table, also at 0. */
  states: z.record(z.string(), count),
  /** How often each transition was taken: `open.live: drain`. Every transition of the table, also at 0. */
  moves: z.record(z.string(), count),
  /** The next run, for actors that run periodically. */
  next_at: z.optional(time),
  /** The end of the last complete run, and the number of rows it removed. */
  last: z.optional(z.object({ at: time, removed: count })),
});
export type MachineReport = z.infer<typeof machineReport>;

/** The counts of one gateway. With several gateways, the next answer may come from another one. */
export const machinesReport = z.object({
  now: time,
  /** Random, new at each start. */
  gateway: uuid,
  since: time,
  machines: z.array(machineReport),
});
export type MachinesReport = z.infer<typeof machinesReport>;

/** The call for the state counts. */
export const machineCalls = {
  machines: {
    summary: 'Get the state counts of this gateway’s machines, if the configuration allows it',
    access: 'public',
    budget: 'lookup',
    output: machinesReport,
    errors: ['generic_404'],
  },
} as const;
