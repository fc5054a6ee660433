import { fork } from 'node:child_process';
import { once } from 'node:events';

export interface CrowdOptions {
  /** The server's origin. */
  url: string;
  /** With its query. */
  path: string;
  size: number;
  /** The first messages, sent in turn; none for a bare WebSocket. */
  hellos: readonly string[];
  /** Text in the message that follows the first one. */
  ready: string;
}

/** What a crowd's process receives. */
export type CrowdRequest = { open: CrowdOptions } | { expect: { marker: string; count: number } };

/** Many sockets in a process of their own. */
export interface Crowd extends Disposable {
  /** Call before the messages are sent. @returns waits until each socket has received the marker this often */
  expect(marker: string, count: number): Promise<() => Promise<void>>;
}

const ENTRY = new URL('crowd-entry.ts', import.meta.url);

export async function openCrowd(options: CrowdOptions): Promise<Crowd> {
  const child = fork(ENTRY);
  const ended = once(child, 'exit').then((): never => {
    throw new Error('the crowd has ended');
  });
  ended.catch(() => undefined);
  const send = (request: CrowdRequest) => void child.send(request);
  const waitFor = async (name: string) => {
    const [message] = (await Promise.race([once(child, 'message'), ended])) as [string];
    if (message !== name) throw new Error(`the crowd said ${message} instead of ${name}`);
  };
  send({ open: options });
  await waitFor('open');
  return {
    async expect(marker, count) {
      send({ expect: { marker, count } });
      await waitFor('expecting');
      const received = waitFor('received');
      return () => received;
    },
    [Symbol.dispose]: () => void child.kill('SIGKILL'),
  };
}
