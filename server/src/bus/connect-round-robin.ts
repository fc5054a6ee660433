import { Redis, type RedisOptions } from 'ioredis';

const RECONNECT_MAX_MS = 1000;
const DEFAULT_PORT = 6379;

/**
 * A connection to one of several servers that are equally good; each new attempt goes to the next of them. Every node of a
 * Redis Cluster passes what is published on to all others, so any one of them is enough.
 */
export function connectRoundRobin(urls: readonly string[], { first, ...options }: RoundRobinOptions): Redis {
  let turn = first;
  const urlAt = (index: number) => urls[index % urls.length] ?? '';
  const connection = new Redis(urlAt(turn), {
    ...options,
    retryStrategy(attempt) {
      turn += 1;
      // ioredis reads the place from its options at each attempt.
      if (urls.length > 1) Object.assign(connection.options, hostAndPort(urlAt(turn)));
      return Math.min(attempt * 50, RECONNECT_MAX_MS);
    },
  });
  return connection;
}

export interface RoundRobinOptions extends Omit<RedisOptions, 'retryStrategy'> {
  /** Index of the server to begin with; counted round. */
  first: number;
}

function hostAndPort(url: string): { host: string; port: number } {
  const { hostname, port } = new URL(url);
  return { host: hostname.replace(/^\[|\]$/g, ''), port: port === '' ? DEFAULT_PORT : Number(port) };
}
