import type { openClientConnection } from '../../support/client-connection.ts';
import type { Sabotage } from './sabotages.ts';
import { buildSabotagedClient } from './build-sabotaged-client.ts';
import { copySabotagedServer } from './copy-sabotaged-server.ts';

/** The parts of a run that differ from the product; empty in an honest run. */
export interface SabotagedParts {
  /** The folder of a changed copy of the build. */
  from?: string;
  /** A changed client. */
  open?: typeof openClientConnection;
  /** Only faults whose names contain one of these. */
  faults?: readonly string[];
}

/** @throws Error when the sabotage no longer applies to the product */
export async function applySabotage({ name, server, client, faults }: Sabotage): Promise<SabotagedParts> {
  return {
    ...(server && { from: await copySabotagedServer(name, server) }),
    ...(client && { open: await buildSabotagedClient(name, client) }),
    ...(faults && { faults }),
  };
}
