import type { openClientLine } from '../cast/client-line.ts';
import type { Sabotage } from './sabotages.ts';
import { spoilClient } from './spoil-client.ts';
import { spoilServer } from './spoil-server.ts';

/** What of a run is not the product's own; nothing in an honest run. */
export interface Sabotaged {
  /** The folder of a spoilt copy of what was built. */
  from?: string;
  /** A spoilt client. */
  open?: typeof openClientLine;
  /** Only faults whose names hold one of these. */
  faults?: readonly string[];
}

/** @throws Error when the sabotage no longer fits the product */
export async function carryOut({ name, server, client, faults }: Sabotage): Promise<Sabotaged> {
  return {
    ...(server && { from: await spoilServer(name, server) }),
    ...(client && { open: await spoilClient(name, client) }),
    ...(faults && { faults }),
  };
}
