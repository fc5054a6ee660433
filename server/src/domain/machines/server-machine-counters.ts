import { randomUUID } from 'node:crypto';
import type { MachinesReport, ServerMachineName } from '@cruddur/shared';
import type { Clock } from '../clock.ts';
import { createMachineCounter, type OnUnknownTransition, type MachineCounter } from './machine-counter.ts';

/** A tally for every machine of the contract: a missing one does not compile. */
export type MachineCounters = { [N in ServerMachineName]: MachineCounter<N> };

/** What the actors of this gateway have told of themselves since its start. */
export interface ServerMachineCounters extends MachineCounters {
  report: () => MachinesReport;
}

export function createServerMachineCounters(
  clock: Clock,
  onUnknown: OnUnknownTransition,
): ServerMachineCounters {
  const gateway = randomUUID();
  const since = clock.now().toISOString();
  const counters: MachineCounters = {
    gatewaySession: createMachineCounter('gatewaySession', onUnknown),
    streamReader: createMachineCounter('streamReader', onUnknown),
    purge: createMachineCounter('purge', onUnknown),
  };
  return {
    ...counters,
    report: () => ({
      ...{ now: clock.now().toISOString(), gateway, since },
      machines: Object.values(counters).map((tally) => tally.report()),
    }),
  };
}
