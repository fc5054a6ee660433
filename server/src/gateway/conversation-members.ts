import { LRUCache } from 'lru-cache';
import { userStream, type StreamId } from '../domain/streams.ts';
import type { Clock } from '../domain/clock.ts';
import type { FindOtherMembers } from './gateway-types.ts';

const CACHE_MS = 60_000;
const CACHE_MAX = 10_000;

/** Finds the streams of a conversation's other members; none for a person who is not a member. Rejects when the store is away. */
export interface MemberStreams {
  find: (group: string, sub: string) => Promise<readonly StreamId[]>;
  /** Forgets the conversations of the owner of a stream: a block hides their signals from the other member. */
  forget: (owner: StreamId) => void;
}

export function cacheMemberStreams(findOtherMembers: FindOtherMembers, clock: Clock): MemberStreams {
  const cache = new LRUCache<string, readonly StreamId[]>({
    max: CACHE_MAX,
    ttl: CACHE_MS,
    ttlResolution: 0,
    perf: { now: () => clock.now().getTime() },
  });
  let forgotten = 0;

  async function find(group: string, sub: string): Promise<readonly StreamId[]> {
    const key = `${userStream(sub)} ${group}`;
    const cached = cache.get(key);
    if (cached) return cached;
    const forgottenBefore = forgotten;
    const others = (await findOtherMembers(group, sub)) ?? [];
    const streams = others.map((other) => userStream(other.sub));
    // What was read before a block may lack it.
    if (forgotten === forgottenBefore) cache.set(key, streams);
    return streams;
  }

  return {
    find,
    forget(owner) {
      forgotten += 1;
      for (const key of [...cache.keys()]) if (key.startsWith(`${owner} `)) cache.delete(key);
    },
  };
}
