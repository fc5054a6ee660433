import type { Config } from '../config/config.ts';
import type { Metrics } from '../domain/metrics.ts';
import { createLimiter, limitsFor, unlimited, type Limiter } from '../http/rate-limits.ts';
import type { Logger } from '../logger.ts';
import { connectLimiterRedis } from './connect-limiter-redis.ts';
import { countLimited } from './count-refusals.ts';

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
