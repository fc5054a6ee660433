import { Redis } from 'ioredis';
import { startRedis } from '../../../support/services/redis.ts';

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

export async function startRedisNode(): Promise<RedisNode> {
  let server = await startRedis();
  const { port } = server;
  let pid = await readPid();

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

  function readPid(): Promise<number> {
    return withClient(async (redis) => Number(/process_id:(\d+)/.exec(await redis.info('server'))?.[1]));
  }

  return {
    port,
    async start() {
      server = await startRedis(port);
      pid = await readPid();
    },
    async signal(name) {
      process.kill(pid, name);
      if (name === 'SIGKILL') await server[Symbol.asyncDispose]();
    },
    async flush() {
      await withClient((redis) => redis.flushall());
    },
    async disconnectSubscribers() {
      await withClient((redis) => redis.call('CLIENT', 'KILL', 'TYPE', 'pubsub'));
    },
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}
