import type { Config } from '../config/config.ts';
import type { Metrics } from '../domain/metrics.ts';
import { createLimiter, limitsFor, unlimited, type Limiter } from '../http/rate-limits.ts';
import { Cluster, Redis } from 'ioredis';
import type { RedisConfig } from '../config/redis-address.ts';
import type { ReceiveUpload } from '../domain/avatars/receive-upload.ts';
import { toRefusal } from '../http/error-handler.ts';
import type { Logger } from './logger.ts';

export interface LimiterParts {
  /** Whether the gateways' bus delivers: without it, the limits are not shared either. */
  bus: { isHealthy(): boolean };
  logger: Logger;
  metrics: Metrics;
}

/** The rate limits: shared by all gateways with Redis, counted in metrics, or none. */
export function wireLimiter(
  { limits, redis }: Pick<Config, 'limits' | 'redis'>,
  { bus, logger, metrics }: LimiterParts,
): { limiter: Limiter; close(): void } {
  if (!limits.rateLimits) return { limiter: unlimited, close: () => undefined };
  const connection = redis && connectLimiterRedis(redis, logger);
  const limiter = createLimiter(
    connection && { redis: connection, isHealthy: () => bus.isHealthy() },
    limitsFor(limits.socketsPerAddress),
  );
  return { limiter: countLimited(limiter, metrics), close: () => connection?.disconnect() };
}

export function countLimited(limiter: Limiter, metrics: Metrics): Limiter {
  const counting =
    (labels: Parameters<typeof metrics.countEvent<'cruddur_rate_limited_total'>>[1]) => (error: unknown) => {
      if (toRefusal(error).status === 429) metrics.countEvent('cruddur_rate_limited_total', labels);
      throw error;
    };
  return {
    consumeByAddress: (address, budget) =>
      limiter.consumeByAddress(address, budget).catch(counting({ scope: 'address', budget })),
    consumeByPerson: (sub, budget) =>
      limiter.consumeByPerson(sub, budget).catch(counting({ scope: 'person', budget })),
  };
}

export function countRefusedUploads(receive: ReceiveUpload, metrics: Metrics): ReceiveUpload {
  return (put, body) =>
    receive(put, body).catch((error: unknown) => {
      metrics.countEvent('cruddur_uploads_refused_total', { code: toRefusal(error).codes[0] });
      throw error;
    });
}

const COMMAND_TIMEOUT_MS = 500;

/** Connects the rate limits to Redis. While Redis is unavailable, each gateway counts for itself. */
function connectLimiterRedis({ kind, urls }: RedisConfig, logger: Logger): Redis | Cluster {
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
