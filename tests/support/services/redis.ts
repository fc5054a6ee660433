import { connect } from 'node:net';
import { once } from 'node:events';
import { until } from '../until.ts';
import { findProgram } from './find-program.ts';
import { freePort } from './free-port.ts';
import { startTied } from './tied-process.ts';

export type RunningRedis = AsyncDisposable & { url: string };

/** A Redis of our own that keeps nothing on disk, on a free loopback port, or on the one where it was before. */
export async function startRedis(port?: number): Promise<RunningRedis> {
  const program = findProgram('redis-server');
  if (!program) throw new Error('Redis is missing: apt-get install redis-server');
  const at = port ?? (await freePort());
  const settings = ['--bind', '127.0.0.1', '--port', String(at), '--save', '', '--appendonly', 'no'];
  const tied = startTied({ command: [program, ...settings], endSignal: 'TERM' });
  await until(() => answersPing(at), { what: () => `Redis answers on port ${at}\n${tied.output()}` });
  return { url: `redis://127.0.0.1:${at}`, [Symbol.asyncDispose]: () => tied[Symbol.asyncDispose]() };
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
