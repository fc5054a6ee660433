import { parseCursor, type WireCursors } from '@cruddur/shared';
import { openSocket, type ConnectOptions, type TestSocket } from '../../support/sockets.ts';
import { until } from '../../support/until.ts';

/** How many open their sockets at the same time, as a crowd at a door does. */
const CONCURRENCY = 100;

/** Opens so many sockets, the tokens by turns, each from its own place when it had one. */
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

/** Waits for the word itself: looking for it again and again would be time of ours. */
async function openReadySocket(url: string, options: ConnectOptions): Promise<TestSocket> {
  const socket = openSocket(url, options);
  await new Promise<void>((resolve, reject) => {
    socket.rawSocket.once('ready', () => resolve());
    socket.rawSocket.once('connect_error', reject);
  });
  return socket;
}

/** Waits until all have applied the public stream up to a place. */
export async function waitUntilAllAt(crowd: readonly TestSocket[], seq: number): Promise<void> {
  await until(() => crowd.every((socket) => (parseCursor(socket.cursors().public)?.seq ?? 0) >= seq), {
    what: `all are at #${String(seq)}`,
    timeoutMs: 120_000,
  });
}
