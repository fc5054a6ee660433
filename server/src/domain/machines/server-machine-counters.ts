import type { MachinesReport, ServerMachineName } from '@cruddur/shared';
import type { Clock } from '../clock.ts';
import { createMachineCounter, type OnUnknownTransition, type MachineCounter } from './machine-counter.ts';
import { Refusal } from '../errors.ts';
import type { Ports } from '../ports.ts';
import type { AnswerOf } from '../use-case.ts';

/** A counter for every machine of the contract: a missing one does not compile. */
export type MachineCounters = { [N in ServerMachineName]: MachineCounter<N> };

/** The state counts of this gateway's actors since its start. */
export interface ServerMachineCounters extends MachineCounters {
  report: () => MachinesReport;
}

/** @param gateway a UUID that is new at each start */
export function createServerMachineCounters(
  gateway: string,
  clock: Clock,
  onUnknown: OnUnknownTransition,
): ServerMachineCounters {
  const since = clock.now().toISOString();
  const counters: MachineCounters = {
    gatewaySession: createMachineCounter('gatewaySession', onUnknown),
    streamReader: createMachineCounter('streamReader', onUnknown),
    purge: createMachineCounter('purge', onUnknown),
  };
  return {
    ...counters,
    report: () => ({
      now: clock.now().toISOString(),
      gateway,
      since,
      machines: Object.values(counters).map((counter) => counter.report()),
    }),
  };
}

/** @throws Refusal generic_404 when the configuration hides the server's machines */
export function reportMachines({
  readMachinesReport,
}: Pick<Ports, 'readMachinesReport'>): AnswerOf<'machines'> {
  return readMachinesReport
    ? Promise.resolve({ data: readMachinesReport() })
    : Promise.reject(new Refusal('generic_404'));
}
