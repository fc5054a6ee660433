import { TYPING_EVERY_MS } from '@cruddur/shared';
import { userStream, type StreamId, type Whisper } from '../domain/events.ts';
import type { Viewer } from '../domain/viewer.ts';
import type { GatewayParts } from './gateway-types.ts';

/** How long "is typing" holds unless it is said again, in milliseconds. */
const LEASE_MS = 6000;
/** How long a conversation's members are remembered, in milliseconds. */
const MEMBERS_KEPT_MS = 60_000;
const MEMBERS_MAX = 10_000;

/** Tells the others of a conversation that somebody types. Never rejects. */
export type Typing = (viewer: Viewer, group: string) => Promise<void>;

type Parts = Pick<GatewayParts, 'othersIn' | 'bus' | 'clock' | 'logger'> & {
  /** Brings a whisper to this gateway's own sockets. */
  tell: (whisper: Whisper) => void;
};

export function createTyping({ othersIn, bus, clock, logger, tell }: Parts): Typing {
  const members = new Map<string, { streams: StreamId[] | null; until: number }>();
  const said = new Map<string, number>();

  async function streamsOf(group: string, sub: string): Promise<StreamId[] | null> {
    const key = `${sub} ${group}`;
    const now = clock.now().getTime();
    const known = members.get(key);
    if (known && known.until > now) return known.streams;
    const others = await othersIn(group, sub);
    const streams = others?.map((other) => userStream(other.sub)) ?? null;
    // Emptied rather than sorted out: a question too many costs less than a list of ages.
    if (members.size >= MEMBERS_MAX) members.clear();
    members.set(key, { streams, until: now + MEMBERS_KEPT_MS });
    return streams;
  }

  function isRepeat(key: string, now: number): boolean {
    if (now - (said.get(key) ?? -Infinity) < TYPING_EVERY_MS) return true;
    if (said.size >= MEMBERS_MAX) said.clear();
    said.set(key, now);
    return false;
  }

  return async ({ sub, handle }, group) => {
    const now = clock.now().getTime();
    if (isRepeat(`${sub} ${group}`, now)) return;
    try {
      const until = new Date(now + LEASE_MS).toISOString();
      for (const to of (await streamsOf(group, sub)) ?? []) {
        const whisper = { to, typing: { message_group_uuid: group, handle, until } };
        tell(whisper);
        bus.whisper(whisper);
      }
    } catch (error) {
      logger.debug({ err: error }, 'the members of a conversation could not be read');
    }
  };
}
