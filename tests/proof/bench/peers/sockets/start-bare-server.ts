import { fork } from 'node:child_process';
import { once } from 'node:events';
import { processorSeconds } from '../../../../support/process-stat.ts';

export type BareServerKind = 'ws' | 'socket.io';

export interface BareServer extends Disposable {
  url: string;
  /** Sends one text to all sockets. */
  broadcast(text: string): void;
  cpuSeconds(): number;
}

const ENTRY = new URL('bare-server-entry.ts', import.meta.url);

export async function startBareServer(kind: BareServerKind): Promise<BareServer> {
  const child = fork(ENTRY, [kind]);
  const [port] = (await once(child, 'message')) as [number];
  return {
    url: `http://127.0.0.1:${String(port)}`,
    broadcast: (text) => void child.send(text),
    cpuSeconds: () => processorSeconds(child.pid ?? 0),
    [Symbol.dispose]: () => void child.kill('SIGKILL'),
  };
}
