import { startProgram, type RunningProgram } from '../../../support/program.ts';

const ENTRY = 'tests/proof/attack/abuse/gateway-entry.ts';

/** A gateway of the attacks, from the sources. @param env with `--import tsx` in its NODE_OPTIONS, and ABUSE_NETWORK */
export const startGateway = (env: Record<string, string>): RunningProgram =>
  startProgram(env, undefined, [], ENTRY);
