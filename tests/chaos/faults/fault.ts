import type { Random } from '../random.ts';
import type { Topology } from '../topology/topology.ts';

/** Where faults strike. */
export interface Scene {
  topology: Topology;
  random: Random;
}

/** Something that breaks and is whole again when `strike` is done. */
export interface Fault {
  name: string;
  strike(scene: Scene): Promise<void>;
}
