import type { Random } from '../random.ts';
import type { ChaosGateway } from '../topology/gateway.ts';
import type { ChaosTopology } from '../topology/topology.ts';

/** Where faults strike. */
export interface FaultContext {
  topology: ChaosTopology;
  random: Random;
  /** Any one of the gateways, which the history then knows to be the one that was hit. */
  pickGateway: () => ChaosGateway;
}

/** How long something stays as it should not be: the least and the most, in milliseconds. */
export type DurationRange = readonly [number, number];

/** Something that breaks and is whole again when `strike` is done. */
export interface Fault {
  name: string;
  inject(scene: FaultContext): Promise<void>;
}
