import { LRUCache } from 'lru-cache';
import { userStream, type StreamId } from '../domain/streams.ts';
import type { Clock } from '../domain/clock.ts';
import type { FindOtherMembers } from './gateway-types.ts';

const CACHE_MS = 60_000;
const CACHE_MAX = 10_000;

/** The streams of a conversation's other members; none for a person who is not a member. Rejects when the store is away. */
export type FindMemberStreams = (group: string, sub: string) => Promise<readonly StreamId[]>;

export function cacheMemberStreams(findOtherMembers: FindOtherMembers, clock: Clock): FindMemberStreams {
  const cache = new LRUCache<string, readonly StreamId[]>({
    max: CACHE_MAX,
    ttl: CACHE_MS,
    ttlResolution: 0,
    perf: { now: () => clock.now().getTime() },
  });
  return async (group, sub) => {
    const key = `${sub} ${group}`;
    const cached = cache.get(key);
    if (cached) return cached;
    const others = (await findOtherMembers(group, sub)) ?? [];
    const streams = others.map((other) => userStream(other.sub));
    cache.set(key, streams);
    return streams;
  };
}
