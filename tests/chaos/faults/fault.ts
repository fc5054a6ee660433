import type { Random } from '../random.ts';
import type { ChaosGateway } from '../topology/gateway.ts';
import type { Topology } from '../topology/topology.ts';

/** Where faults strike. */
export interface Scene {
  topology: Topology;
  random: Random;
  /** Any one of the gateways, which the history then knows to be the one that was hit. */
  anyGateway: () => ChaosGateway;
}

/** How long something stays as it should not be: the least and the most, in milliseconds. */
export type Span = readonly [number, number];

/** Something that breaks and is whole again when `strike` is done. */
export interface Fault {
  name: string;
  strike(scene: Scene): Promise<void>;
}
