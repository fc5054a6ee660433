import { Cluster, Redis } from 'ioredis';
import type { RedisConfig } from '../config/redis-address.ts';
import type { Logger } from '../logger.ts';

const COMMAND_TIMEOUT_MS = 500;

/** Connects the rate limits to Redis. While Redis is unavailable, each gateway counts for itself. */
export function connectLimiterRedis({ kind, urls }: RedisConfig, logger: Logger): Redis | Cluster {
  const connection = kind === 'cluster' ? openCluster(urls) : openServer(urls[0] ?? '');
  let unavailable = false;
  connection.on('ready', () => {
    if (unavailable) logger.warn({}, 'rate limits are counted in Redis again');
    unavailable = false;
  });
  connection.on('error', (error: Error) => {
    if (!unavailable) logger.warn({ err: error }, 'rate limits are counted by each gateway for itself');
    unavailable = true;
  });
  return connection;
}

function openServer(url: string): Redis {
  return new Redis(url, {
    protocol: 2,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    commandTimeout: COMMAND_TIMEOUT_MS,
  });
}

function openCluster(urls: readonly string[]): Cluster {
  const { protocol, username, password } = new URL(urls[0] ?? '');
  return new Cluster([...urls], {
    enableOfflineQueue: false,
    // No call waits for a failover: the gateway counts it in memory.
    retryDelayOnFailover: 0,
    retryDelayOnClusterDown: 0,
    retryDelayOnTryAgain: 0,
    // The host names are those of the nodes' certificates.
    dnsLookup: (address, found) => found(null, address),
    redisOptions: {
      protocol: 2,
      commandTimeout: COMMAND_TIMEOUT_MS,
      connectTimeout: COMMAND_TIMEOUT_MS,
      ...(username !== '' && { username: decodeURIComponent(username) }),
      ...(password !== '' && { password: decodeURIComponent(password) }),
      ...(protocol === 'rediss:' && { tls: {} }),
    },
  });
}
