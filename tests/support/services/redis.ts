import { connect } from 'node:net';
import { once } from 'node:events';
import { until } from '../until.ts';
import { findProgram } from './find-program.ts';
import { findFreePort } from './find-free-port.ts';
import { startManagedProcess } from './managed-process.ts';

/** Disposing kills it: it has no data to write. */
export type RunningRedis = AsyncDisposable & { url: string; port: number };

type RedisOptions = {
  /** Additional settings, without the leading dashes. */
  settings?: Record<string, string>;
  /** Removed after its end. */
  folder?: string;
};

/** A Redis without persistence, on a free loopback port, or on its former one. */
export async function startRedis(
  at?: number,
  { settings, folder }: RedisOptions = {},
): Promise<RunningRedis> {
  const program = findProgram('redis-server');
  if (!program) throw new Error('Redis is missing: apt-get install redis-server');
  const port = at ?? (await findFreePort());
  const all = { bind: '127.0.0.1', port: String(port), save: '', appendonly: 'no', ...settings };
  const command = Object.entries(all).flatMap(([name, value]) => [`--${name}`, value]);
  const server = startManagedProcess({
    command: [program, ...command],
    endSignal: 'KILL',
    ...(folder !== undefined && { folder }),
  });
  await until(() => answersPing(port), { what: () => `Redis answers on port ${port}\n${server.output()}` });
  return {
    port,
    url: `redis://127.0.0.1:${port}`,
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}

async function answersPing(port: number): Promise<boolean> {
  const socket = connect({ port, host: '127.0.0.1' });
  try {
    await once(socket, 'connect');
    socket.write('PING\r\n');
    const [answer] = (await once(socket, 'data')) as [Buffer];
    return answer.toString().startsWith('+PONG');
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
