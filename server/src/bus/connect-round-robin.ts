import { Redis, type RedisOptions } from 'ioredis';

const RECONNECT_MAX_MS = 1000;
const DEFAULT_PORT = 6379;

/**
 * A connection to one of several equivalent servers; each new attempt uses the next one. Every node of a Redis Cluster forwards
 * published messages to all others, so any node is enough.
 */
export function connectRoundRobin(urls: readonly string[], { first, ...options }: RoundRobinOptions): Redis {
  let current = first;
  const urlAt = (index: number) => urls[index % urls.length] ?? '';
  const connection = new Redis(urlAt(current), {
    ...options,
    // With 3, ioredis takes every refusal for a needless password, and prints that at each attempt.
    protocol: 2,
    retryStrategy(attempt) {
      current += 1;
      // ioredis reads host and port from its options at each attempt.
      if (urls.length > 1) Object.assign(connection.options, hostAndPort(urlAt(current)));
      return Math.min(attempt * 50, RECONNECT_MAX_MS);
    },
  });
  return connection;
}

export interface RoundRobinOptions extends Omit<RedisOptions, 'retryStrategy'> {
  /** Index of the first server to try, modulo their number. */
  first: number;
}

function hostAndPort(url: string): { host: string; port: number } {
  const { hostname, port } = new URL(url);
  return { host: hostname.replace(/^\[|\]$/g, ''), port: port === '' ? DEFAULT_PORT : Number(port) };
}
