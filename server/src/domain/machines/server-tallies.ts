import { randomUUID } from 'node:crypto';
import type { MachinesReport, ServerMachineName } from '@cruddur/shared';
import type { Clock } from '../clock.ts';
import { createTally, type OnUnknownMove, type Tally } from './tally.ts';

/** A tally for every machine of the contract: a missing one does not compile. */
export type Tallies = { [N in ServerMachineName]: Tally<N> };

/** What the actors of this gateway have told of themselves since its start. */
export interface ServerTallies extends Tallies {
  report: () => MachinesReport;
}

export function createServerTallies(clock: Clock, onUnknown: OnUnknownMove): ServerTallies {
  const gateway = randomUUID();
  const since = clock.now().toISOString();
  const tallies: Tallies = {
    gatewaySession: createTally('gatewaySession', onUnknown),
    streamReader: createTally('streamReader', onUnknown),
    purge: createTally('purge', onUnknown),
  };
  return {
    ...tallies,
    report: () => ({
      ...{ now: clock.now().toISOString(), gateway, since },
      machines: Object.values(tallies).map((tally) => tally.report()),
    }),
  };
}
