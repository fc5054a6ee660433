import { userStream, type StreamId } from '../domain/events.ts';
import type { Clock } from '../domain/clock.ts';
import type { OthersIn } from './gateway-types.ts';

/** How long a conversation's members are remembered, in milliseconds. */
const KEPT_MS = 60_000;
const KEPT_MAX = 10_000;

/** The streams of a conversation's other members; null when it is not this person's. Rejects when the store is away. */
export type StreamsOf = (group: string, sub: string) => Promise<StreamId[] | null>;

export function rememberMembers(othersIn: OthersIn, clock: Clock): StreamsOf {
  const members = new Map<string, { streams: StreamId[] | null; until: number }>();
  return async (group, sub) => {
    const key = `${sub} ${group}`;
    const now = clock.now().getTime();
    const known = members.get(key);
    if (known && known.until > now) return known.streams;
    const others = await othersIn(group, sub);
    const streams = others?.map((other) => userStream(other.sub)) ?? null;
    // Emptied rather than sorted out: a question too many costs less than a list of ages.
    if (members.size >= KEPT_MAX) members.clear();
    members.set(key, { streams, until: now + KEPT_MS });
    return streams;
  };
}
