import { LRUCache } from 'lru-cache';
import { userStream, type StreamId } from '../domain/streams.ts';
import type { Clock } from '../domain/clock.ts';
import type { FindOtherMembers } from './gateway-types.ts';

const CACHE_MS = 60_000;
const PEOPLE_MAX = 10_000;
const CONVERSATIONS_MAX = 20;

interface Parts {
  findOtherMembers: FindOtherMembers;
  clock: Clock;
  /** Whether every later event of the stream reaches this gateway. */
  isFollowed: (stream: StreamId) => boolean;
}

/** Finds the streams of a conversation's other members; none for a person who is not a member. Rejects when the store is away. */
export interface MemberStreams {
  find: (group: string, sub: string) => Promise<readonly StreamId[]>;
  /** Forgets the conversations of the owner of a stream: a block or a request hides their signals from the other member. */
  forget: (owner: StreamId) => void;
}

export function cacheMemberStreams({ findOtherMembers, clock, isFollowed }: Parts): MemberStreams {
  const createConversations = () =>
    new LRUCache<string, readonly StreamId[]>({
      max: CONVERSATIONS_MAX,
      ttl: CACHE_MS,
      ttlResolution: 0,
      perf: { now: () => clock.now().getTime() },
    });
  const cache = new LRUCache<StreamId, ReturnType<typeof createConversations>>({ max: PEOPLE_MAX });

  return {
    async find(group, sub) {
      const owner = userStream(sub);
      const conversations = cache.get(owner) ?? createConversations();
      const cached = conversations.get(group);
      if (cached) return cached;
      // A block is only noticed on a stream that is followed.
      if (isFollowed(owner)) cache.set(owner, conversations);
      const others = (await findOtherMembers(group, sub)) ?? [];
      const streams = others.map((other) => userStream(other.sub));
      // What was read before a block may lack it: `forget` has dropped these conversations then.
      conversations.set(group, streams);
      return streams;
    },
    forget: (owner) => void cache.delete(owner),
  };
}
