import { parseCursor, type WireCursors } from '@cruddur/shared';
import { openSocket, type ConnectOptions, type TestSocket } from '../../support/sockets.ts';
import { until } from '../../support/until.ts';

/** The number of sockets that are opened at the same time. */
const CONCURRENCY = 100;

/** Opens this many sockets with alternating tokens, each from its own cursor if it had one. */
export async function openManySockets(
  url: string,
  { tokens, size, places = [] }: { tokens: readonly string[]; size: number; places?: readonly WireCursors[] },
): Promise<TestSocket[]> {
  const crowd: TestSocket[] = [];
  let next = 0;
  const open = async () => {
    for (let mine = next++; mine < size; mine = next++) {
      const token = tokens[mine % tokens.length] ?? '';
      const cursors = places[mine];
      crowd[mine] = await openReadySocket(url, { token, ...(cursors && { cursors }) });
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, open));
  return crowd;
}

/** Event-driven: polling would add to the measured time. */
async function openReadySocket(url: string, options: ConnectOptions): Promise<TestSocket> {
  const socket = openSocket(url, options);
  await new Promise<void>((resolve, reject) => {
    socket.rawSocket.once('ready', () => resolve());
    socket.rawSocket.once('connect_error', reject);
  });
  return socket;
}

/** Waits until all tabs have applied the public stream up to a sequence number. */
export async function waitUntilAllAt(crowd: readonly TestSocket[], seq: number): Promise<void> {
  await until(() => crowd.every((socket) => (parseCursor(socket.cursors().public)?.seq ?? 0) >= seq), {
    what: `every tab is at #${String(seq)}`,
    timeoutMs: 120_000,
  });
}
