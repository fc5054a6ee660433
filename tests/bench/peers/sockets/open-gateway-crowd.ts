import { SOCKET_PATH } from '@cruddur/shared';
import type { BenchGateway, BenchPerson } from '../peer-environment.ts';
import { openCrowd, type Crowd } from './open-crowd.ts';

export interface GatewayCrowdOptions {
  size: number;
  /** Whose sockets they are, in turn. */
  people: readonly BenchPerson[];
  isQuiet?: boolean;
  /** The cruds that each socket reports to be on its screen; without them it reports none. */
  viewing?: readonly string[];
}

/** Signed-in sockets of a gateway. */
export function openGatewayCrowd(
  { url }: BenchGateway,
  { size, people, isQuiet = false, viewing }: GatewayCrowdOptions,
): Promise<Crowd> {
  return openCrowd({
    url,
    path: `${SOCKET_PATH}/?EIO=4&transport=websocket`,
    size,
    hellos: people.map(
      ({ accessToken: token }) => `40${JSON.stringify({ token, ...(isQuiet && { quiet: true }) })}`,
    ),
    ready: '["ready",',
    ...(viewing && { onReady: `42${JSON.stringify(['viewing', { added: viewing, removed: [] }])}` }),
  });
}
