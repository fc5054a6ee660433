import { Redis } from 'ioredis';
import { findProgram } from '../../support/services/find-program.ts';
import { findFreePort } from '../../support/services/find-free-port.ts';
import { startManagedProcess, type ManagedProcess } from '../../support/services/managed-process.ts';
import { until } from '../../support/until.ts';

/** A Redis process that can be killed, frozen, emptied and replaced by a new one on the same port. */
export interface RedisNode extends AsyncDisposable {
  port: number;
  signal(name: 'SIGKILL' | 'SIGSTOP' | 'SIGCONT'): Promise<void>;
  /** A new and empty process in place of the killed one. */
  start(): Promise<void>;
  flush(): Promise<void>;
  /** Closes all subscriber connections and no others. */
  disconnectSubscribers(): Promise<void>;
}

/** @param settings additional ones, without the leading dashes */
export async function startRedisNode(settings: Record<string, string> = {}): Promise<RedisNode> {
  const program = findProgram('redis-server');
  if (!program) throw new Error('Redis is missing: apt-get install redis-server');
  const port = await findFreePort();
  const all = { bind: '127.0.0.1', port: String(port), save: '', appendonly: 'no', ...settings };
  const options = Object.entries(all).flatMap(([name, value]) => [`--${name}`, value]);
  let server: ManagedProcess | undefined;
  let pid = 0;

  async function start(): Promise<void> {
    server = startManagedProcess({
      command: [program, ...options] as [string, ...string[]],
      endSignal: 'TERM',
    });
    pid = await until(readPid, { what: () => `Redis starts\n${server?.output() ?? ''}` });
  }

  async function withClient<T>(order: (redis: Redis) => Promise<T>): Promise<T> {
    const redis = new Redis(port, { lazyConnect: true, retryStrategy: () => null });
    redis.on('error', () => undefined);
    try {
      await redis.connect();
      return await order(redis);
    } finally {
      redis.disconnect();
    }
  }

  const readPid = () =>
    withClient(async (redis) => Number(/process_id:(\d+)/.exec(await redis.info('server'))?.[1])).catch(
      () => null,
    );

  await start();
  return {
    port,
    start,
    async signal(name) {
      process.kill(pid, name);
      if (name === 'SIGKILL') await server?.exited;
    },
    async flush() {
      await withClient((redis) => redis.flushall());
    },
    async disconnectSubscribers() {
      await withClient((redis) => redis.call('CLIENT', 'KILL', 'TYPE', 'pubsub'));
    },
    async [Symbol.asyncDispose]() {
      await server?.[Symbol.asyncDispose]();
    },
  };
}
