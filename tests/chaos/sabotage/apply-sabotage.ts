import type { openClientConnection } from '../workload/client-connection.ts';
import type { Sabotage } from './sabotages.ts';
import { buildSabotagedClient } from './build-sabotaged-client.ts';
import { copySabotagedServer } from './copy-sabotaged-server.ts';

/** What of a run is not the product's own; nothing in an honest run. */
export interface SabotagedParts {
  /** The folder of a spoilt copy of what was built. */
  from?: string;
  /** A spoilt client. */
  open?: typeof openClientConnection;
  /** Only faults whose names hold one of these. */
  faults?: readonly string[];
}

/** @throws Error when the sabotage no longer fits the product */
export async function applySabotage({ name, server, client, faults }: Sabotage): Promise<SabotagedParts> {
  return {
    ...(server && { from: await copySabotagedServer(name, server) }),
    ...(client && { open: await buildSabotagedClient(name, client) }),
    ...(faults && { faults }),
  };
}
