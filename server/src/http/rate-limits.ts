import type { RouteShape } from '@cruddur/shared';
import type { Cluster, Redis } from 'ioredis';
import ipaddr from 'ipaddr.js';
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import { Refusal } from '../domain/errors.ts';

export type Budget = RouteShape['budget'];
/** `public` is for endpoints beside the contract that need no token: pictures, keys, health. */
export type AddressBudget = Budget | 'public';

/** Counts one call of a budget. @throws Refusal generic_429 with the seconds to wait */
export interface Limiter {
  consumeByAddress(address: string, budget: AddressBudget): Promise<void>;
  consumeByPerson(sub: string, budget: Budget): Promise<void>;
}

/** Calls per minute, above what a human needs. */
const PER_PERSON: Record<Budget, number> = { read: 600, write: 120, lookup: 120 };
/** A household or office shares one address. */
const ADDRESS_SHARE = 5;
/** A hundred per second: an office opens its browsers at the same time. */
const PUBLIC_PER_ADDRESS = 6000;

/** Calls per minute of one person; of one address for `public`. */
export type Limits = Record<Budget, number> & { public?: number };

export const unlimited: Limiter = {
  consumeByAddress: () => Promise.resolve(),
  consumeByPerson: () => Promise.resolve(),
};

/** Counts the calls of all gateways together. */
export interface SharedLimiter {
  redis: Redis | Cluster;
  /** False while Redis does not answer: each call would wait for its timeout. */
  isHealthy: () => boolean;
}

/** @param shared without it, or while it is unhealthy, each gateway counts for itself */
export function createLimiter(
  shared?: SharedLimiter,
  { public: publicPerAddress = PUBLIC_PER_ADDRESS, ...perPerson }: Limits = PER_PERSON,
): Limiter {
  const bucket = (kind: string, budget: Budget, points: number): Bucket => {
    const options = { keyPrefix: `limit:${kind}:${budget}`, points, duration: 60 };
    const inMemory = new RateLimiterMemory(options);
    if (!shared) return () => inMemory;
    const inRedis = new RateLimiterRedis({
      ...options,
      storeClient: shared.redis,
      insuranceLimiter: inMemory,
      rejectIfRedisNotReady: true,
    });
    return () => (shared.isHealthy() ? inRedis : inMemory);
  };
  const people = mapBudgets((budget) => bucket('person', budget, perPerson[budget]));
  const addresses = mapBudgets((budget) => bucket('address', budget, perPerson[budget] * ADDRESS_SHARE));
  // In memory only: a call to Redis would cost more than most of the calls that this limits.
  const publicEndpoints = new RateLimiterMemory({
    keyPrefix: 'limit:public',
    points: publicPerAddress,
    duration: 60,
  });
  return {
    consumeByAddress: (address, budget) =>
      consumePoint(budget === 'public' ? () => publicEndpoints : addresses[budget], networkOf(address)),
    consumeByPerson: (sub, budget) => consumePoint(people[budget], sub),
  };
}

/** The counter to use now. */
type Bucket = () => RateLimiterMemory | RateLimiterRedis;

function mapBudgets<T>(map: (budget: Budget) => T): Record<Budget, T> {
  return { read: map('read'), write: map('write'), lookup: map('lookup') };
}

async function consumePoint(bucket: Bucket, key: string): Promise<void> {
  try {
    await bucket().consume(key);
  } catch (failure) {
    if (!(failure instanceof RateLimiterRes)) throw failure;
    throw new Refusal('generic_429', Math.max(1, Math.ceil(failure.msBeforeNext / 1000)));
  }
}

/**
 * What an address is counted by: its /64 network for IPv6, where one household holds 2^64 addresses, else the address.
 * @param address a text that is no address, as a proxy may pass one on, is counted as it is
 */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  if (parsed instanceof ipaddr.IPv4) return parsed.toString();
  return parsed.parts
    .slice(0, 4)
    .map((part) => part.toString(16))
    .join(':');
}
