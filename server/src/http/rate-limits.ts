import type { RouteShape } from '@cruddur/shared';
import type { Cluster, Redis } from 'ioredis';
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import { Refusal } from '../domain/errors.ts';

export type Budget = RouteShape['budget'];

/** Spends one call of a budget. @throws Refusal generic_429 with the seconds to wait */
export interface Limiter {
  byAddress(address: string, budget: Budget): Promise<void>;
  byPerson(sub: string, budget: Budget): Promise<void>;
}

/** Calls a minute that no human reaches. */
export const PER_PERSON: Record<Budget, number> = { read: 600, write: 120, lookup: 120 };
/** Households and offices share an address. */
const ADDRESS_SHARE = 5;

export const unlimited: Limiter = {
  byAddress: () => Promise.resolve(),
  byPerson: () => Promise.resolve(),
};

/** Counts for all gateways together. */
export interface SharedCounts {
  redis: Redis | Cluster;
  /** False while Redis is known to be silent: waiting for it would hold up every call. */
  isWell: () => boolean;
}

/** @param shared without it, or while it is away, each gateway counts for itself */
export function createLimiter(
  shared?: SharedCounts,
  perPerson: Record<Budget, number> = PER_PERSON,
): Limiter {
  const bucket = (kind: string, budget: Budget, points: number): Bucket => {
    const options = { keyPrefix: `limit:${kind}:${budget}`, points, duration: 60 };
    const inMemory = new RateLimiterMemory(options);
    if (!shared) return () => inMemory;
    const together = new RateLimiterRedis({
      ...options,
      storeClient: shared.redis,
      insuranceLimiter: inMemory,
      rejectIfRedisNotReady: true,
    });
    return () => (shared.isWell() ? together : inMemory);
  };
  const people = mapBudgets((budget) => bucket('person', budget, perPerson[budget]));
  const addresses = mapBudgets((budget) => bucket('address', budget, perPerson[budget] * ADDRESS_SHARE));
  return {
    byAddress: (address, budget) => spend(addresses[budget], networkOf(address)),
    byPerson: (sub, budget) => spend(people[budget], sub),
  };
}

/** Where calls are counted now. */
type Bucket = () => RateLimiterMemory | RateLimiterRedis;

function mapBudgets<T>(make: (budget: Budget) => T): Record<Budget, T> {
  return { read: make('read'), write: make('write'), lookup: make('lookup') };
}

async function spend(bucket: Bucket, key: string): Promise<void> {
  try {
    await bucket().consume(key);
  } catch (failure) {
    if (!(failure instanceof RateLimiterRes)) throw failure;
    throw new Refusal('generic_429', Math.max(1, Math.ceil(failure.msBeforeNext / 1000)));
  }
}

/** One household holds 2^64 addresses of IPv6, so its network counts and not the address. */
export function networkOf(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped) return mapped;
  if (!address.includes(':')) return address;
  const [head = '', tail = ''] = address.split('::');
  const left = head === '' ? [] : head.split(':');
  const right = tail === '' ? [] : tail.split(':');
  const zeros = address.includes('::') ? 8 - left.length - right.length : 0;
  return [...left, ...Array<string>(Math.max(0, zeros)).fill('0'), ...right].slice(0, 4).join(':');
}
