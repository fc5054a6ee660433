import type { Random } from '../../../../client/devtools/simulation/random.ts';
import type { ChaosGateway } from '../topology/gateway.ts';
import type { ChaosTopology } from '../topology/topology.ts';

/** The targets of faults. */
export interface FaultContext {
  topology: ChaosTopology;
  random: Random;
  /** Picks a gateway and records in the history that it is the affected one. */
  pickGateway: () => ChaosGateway;
}

/** The minimum and maximum duration of a fault, in milliseconds. */
export type DurationRange = readonly [number, number];

/** A fault that is repaired when `strike` settles. */
export interface Fault {
  name: string;
  inject(context: FaultContext): Promise<void>;
}
