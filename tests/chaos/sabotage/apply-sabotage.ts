import type { openClientConnection } from '../../support/client-connection.ts';
import type { Sabotage } from './sabotages.ts';
import { buildSabotagedClient } from './build-sabotaged-client.ts';
import { buildSabotagedServer } from './build-sabotaged-server.ts';

/** The parts of a run that differ from the product; empty in an honest run. */
export interface SabotagedParts {
  /** The folder of a changed build of the server. */
  from?: string;
  /** A changed client. */
  open?: typeof openClientConnection;
  /** Only faults whose names contain one of these. */
  faults?: readonly string[];
}

/** @throws Error when the sabotage no longer applies to the product */
export async function applySabotage({ name, server, client, faults }: Sabotage): Promise<SabotagedParts> {
  return {
    ...(server && { from: await buildSabotagedServer(name, server) }),
    ...(client && { open: await buildSabotagedClient(name, client) }),
    ...(faults && { faults }),
  };
}
