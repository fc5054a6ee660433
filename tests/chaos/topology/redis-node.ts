import { Redis } from 'ioredis';
import { findProgram } from '../../support/services/find-program.ts';
import { freePort } from '../../support/services/free-port.ts';
import { startTied, type TiedProcess } from '../../support/services/tied-process.ts';
import { until } from '../../support/until.ts';

/** A process of Redis that can be killed, frozen, emptied and replaced by a new one on the same port. */
export interface RedisNode extends AsyncDisposable {
  port: number;
  signal(name: 'SIGKILL' | 'SIGSTOP' | 'SIGCONT'): Promise<void>;
  /** A new and empty one in the place of the one that was killed. */
  start(): Promise<void>;
  empty(): Promise<void>;
  /** Cuts everybody who listens, and nobody who speaks. */
  cutListeners(): Promise<void>;
}

/** @param settings further ones, without the leading dashes */
export async function startRedisNode(settings: Record<string, string> = {}): Promise<RedisNode> {
  const program = findProgram('redis-server');
  if (!program) throw new Error('Redis is missing: apt-get install redis-server');
  const port = await freePort();
  const all = { bind: '127.0.0.1', port: String(port), save: '', appendonly: 'no', ...settings };
  const options = Object.entries(all).flatMap(([name, value]) => [`--${name}`, value]);
  let tied: TiedProcess | undefined;
  let pid = 0;

  async function start(): Promise<void> {
    tied = startTied({ command: [program, ...options] as [string, ...string[]], endSignal: 'TERM' });
    pid = await until(askItsPid, { what: () => `Redis starts\n${tied?.output() ?? ''}` });
  }

  async function tell<T>(order: (redis: Redis) => Promise<T>): Promise<T> {
    const redis = new Redis(port, { lazyConnect: true, retryStrategy: () => null });
    redis.on('error', () => undefined);
    try {
      await redis.connect();
      return await order(redis);
    } finally {
      redis.disconnect();
    }
  }

  const askItsPid = () =>
    tell(async (redis) => Number(/process_id:(\d+)/.exec(await redis.info('server'))?.[1])).catch(() => null);

  await start();
  return {
    ...{ port, start },
    async signal(name) {
      process.kill(pid, name);
      if (name === 'SIGKILL') await tied?.ended;
    },
    async empty() {
      await tell((redis) => redis.flushall());
    },
    async cutListeners() {
      await tell((redis) => redis.call('CLIENT', 'KILL', 'TYPE', 'pubsub'));
    },
    async [Symbol.asyncDispose]() {
      await tied?.[Symbol.asyncDispose]();
    },
  };
}
