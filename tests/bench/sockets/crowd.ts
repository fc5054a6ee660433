import { parseCursor, type WireCursors } from '@cruddur/shared';
import { connect, type TestSocket } from '../../support/sockets.ts';
import { until } from '../../support/until.ts';

/** How many open their sockets at the same time, as a crowd at a door does. */
const AT_ONCE = 100;

/** Opens so many sockets, the tokens by turns, each from its own place when it had one. */
export async function openCrowd(
  url: string,
  { tokens, size, places = [] }: { tokens: readonly string[]; size: number; places?: readonly WireCursors[] },
): Promise<TestSocket[]> {
  const crowd: TestSocket[] = [];
  let next = 0;
  const open = async () => {
    for (let mine = next++; mine < size; mine = next++) {
      const token = tokens[mine % tokens.length] ?? '';
      const cursors = places[mine];
      crowd[mine] = await connect(url, { token, ...(cursors && { cursors }) });
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, open));
  return crowd;
}

/** Waits until all have applied the public stream up to a place. */
export async function allAt(crowd: readonly TestSocket[], seq: number): Promise<void> {
  await until(() => crowd.every((socket) => (parseCursor(socket.cursors().public)?.seq ?? 0) >= seq), {
    what: `all are at #${String(seq)}`,
    timeoutMs: 120_000,
  });
}
