import { userStream, type StreamId } from '../domain/events.ts';
import type { Clock } from '../domain/clock.ts';
import type { FindOtherMembers } from './gateway-types.ts';

/** How long a conversation's members are remembered, in milliseconds. */
const CACHE_MS = 60_000;
const CACHE_MAX = 10_000;

/** The streams of a conversation's other members; null when it is not this person's. Rejects when the store is away. */
export type FindMemberStreams = (group: string, sub: string) => Promise<StreamId[] | null>;

export function cacheMemberStreams(othersIn: FindOtherMembers, clock: Clock): FindMemberStreams {
  const members = new Map<string, { streams: StreamId[] | null; until: number }>();
  return async (group, sub) => {
    const key = `${sub} ${group}`;
    const now = clock.now().getTime();
    const known = members.get(key);
    if (known && known.until > now) return known.streams;
    const others = await othersIn(group, sub);
    const streams = others?.map((other) => userStream(other.sub)) ?? null;
    // Emptied rather than sorted out: a question too many costs less than a list of ages.
    if (members.size >= CACHE_MAX) members.clear();
    members.set(key, { streams, until: now + CACHE_MS });
    return streams;
  };
}
