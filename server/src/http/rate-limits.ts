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

/** Calls per minute. */
export interface Limits {
  perPerson: Record<Budget, number>;
  perAddress: Record<AddressBudget, number>;
}

/** Above what a human needs, and what ten browsers need that poll every 2.5 s. */
const PER_PERSON: Limits['perPerson'] = { read: 600, write: 120, lookup: 120, sync: 600 };
/**
 * For each thousand sockets that an address may have: a household or office shares one. A visitor's page polls six times a
 * minute, and an office opens its browsers at the same time.
 */
const PER_ADDRESS: Limits['perAddress'] = {
  read: 3000,
  write: 600,
  lookup: 600,
  sync: 12_000,
  public: 6000,
};
const SOCKETS = 1000;

/** An operator who admits more sockets per address expects more calls from it too. */
export function limitsFor(socketsPerAddress: number): Limits {
  const factor = Math.max(1, socketsPerAddress / SOCKETS);
  const scaled = (budget: AddressBudget) => Math.ceil(PER_ADDRESS[budget] * factor);
  return { perPerson: PER_PERSON, perAddress: { ...mapBudgets(scaled), public: scaled('public') } };
}

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
export function createLimiter(shared: SharedLimiter | undefined, { perPerson, perAddress }: Limits): Limiter {
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
  const addresses = mapBudgets((budget) => bucket('address', budget, perAddress[budget]));
  // In memory only: a call to Redis would cost more than most of the calls that this limits.
  const publicEndpoints = new RateLimiterMemory({
    keyPrefix: 'limit:public',
    points: perAddress.public,
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
  return { read: map('read'), write: map('write'), lookup: map('lookup'), sync: map('sync') };
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
