import { SOCKET_PATH } from '@cruddur/shared';
import type { BenchPerson } from '../sign-in-filled-people.ts';
import type { BenchGateway } from '../start-bench-gateway.ts';
import { openCrowd, type Crowd } from './open-crowd.ts';

export interface GatewayCrowdOptions {
  size: number;
  /** Whose sockets they are, in turn. */
  people: readonly BenchPerson[];
  isQuiet?: boolean;
}

/** Signed-in sockets of a gateway. */
export function openGatewayCrowd(
  { url }: BenchGateway,
  { size, people, isQuiet = false }: GatewayCrowdOptions,
): Promise<Crowd> {
  return openCrowd({
    url,
    path: `${SOCKET_PATH}/?EIO=4&transport=websocket`,
    size,
    hellos: people.map(
      ({ accessToken: token }) => `40${JSON.stringify({ token, ...(isQuiet && { quiet: true }) })}`,
    ),
    ready: '["ready",',
  });
}
