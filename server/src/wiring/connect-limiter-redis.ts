import { Cluster, Redis } from 'ioredis';
import type { RedisConfig } from '../config-redis.ts';
import type { Logger } from '../logger.ts';

const COMMAND_TIMEOUT_MS = 500;

/** A connection for the rate limits; while it is away each gateway counts for itself. */
export function connectLimiterRedis({ kind, urls }: RedisConfig, logger: Logger): Redis | Cluster {
  const connection = kind === 'cluster' ? openCluster(urls) : openServer(urls[0] ?? '');
  let away = false;
  connection.on('ready', () => (away = false));
  connection.on('error', (error: Error) => {
    if (!away) logger.warn({ err: error }, 'rate limits are counted by each gateway for itself');
    away = true;
  });
  return connection;
}

function openServer(url: string): Redis {
  return new Redis(url, {
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    commandTimeout: COMMAND_TIMEOUT_MS,
  });
}

function openCluster(urls: readonly string[]): Cluster {
  const { protocol, username, password } = new URL(urls[0] ?? '');
  return new Cluster([...urls], {
    enableOfflineQueue: false,
    // A call does not wait for a node to return: it is counted here meanwhile.
    ...{ retryDelayOnFailover: 0, retryDelayOnClusterDown: 0, retryDelayOnTryAgain: 0 },
    // Nodes are asked for by the names that their certificates have.
    dnsLookup: (address, found) => found(null, address),
    redisOptions: {
      commandTimeout: COMMAND_TIMEOUT_MS,
      connectTimeout: COMMAND_TIMEOUT_MS,
      ...(username !== '' && { username: decodeURIComponent(username) }),
      ...(password !== '' && { password: decodeURIComponent(password) }),
      ...(protocol === 'rediss:' && { tls: {} }),
    },
  });
}
