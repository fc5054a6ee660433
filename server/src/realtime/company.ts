import { PRESENCE_EVERY_MS, TYPING_EVERY_MS } from '@cruddur/shared';
import type { StreamId, Whisper } from '../domain/events.ts';
import type { Viewer } from '../domain/viewer.ts';
import type { GatewayParts } from './gateway-types.ts';
import { rememberMembers } from './members.ts';

/** How long each holds unless it is said again, in milliseconds: a lease ends by itself when its person is cut off. */
const LEASE_MS = { typing: 2 * TYPING_EVERY_MS, presence: PRESENCE_EVERY_MS + 5000 };
/** How often each is passed on. Presence is renewed a little early when a tab is quick. */
const EVERY_MS = { typing: TYPING_EVERY_MS, presence: PRESENCE_EVERY_MS / 2 };
const SAID_MAX = 10_000;

type Sign = keyof typeof LEASE_MS;

/** Tells the others of a conversation that somebody types in it, or has it on screen. Never rejects. */
export type Company = (sign: Sign, viewer: Viewer, group: string) => Promise<void>;

type Parts = Pick<GatewayParts, 'othersIn' | 'bus' | 'clock' | 'logger'> & {
  /** Brings a whisper to this gateway's own sockets. */
  tell: (whisper: Whisper) => void;
};

export function createCompany({ othersIn, bus, clock, logger, tell }: Parts): Company {
  const streamsOf = rememberMembers(othersIn, clock);
  const said = new Map<string, number>();

  function isRepeat(key: string, now: number, everyMs: number): boolean {
    if (now - (said.get(key) ?? -Infinity) < everyMs) return true;
    if (said.size >= SAID_MAX) said.clear();
    said.set(key, now);
    return false;
  }

  return async (sign, { sub, handle }, group) => {
    const now = clock.now().getTime();
    if (isRepeat(`${sign} ${sub} ${group}`, now, EVERY_MS[sign])) return;
    try {
      const until = new Date(now + LEASE_MS[sign]).toISOString();
      for (const to of (await streamsOf(group, sub)) ?? []) {
        const whisper = whisperOf(sign, to, { message_group_uuid: group, handle, until });
        tell(whisper);
        bus.whisper(whisper);
      }
    } catch (error) {
      logger.debug({ err: error }, 'the members of a conversation could not be read');
    }
  };
}

interface Lease {
  message_group_uuid: string;
  handle: string;
  until: string;
}

function whisperOf(sign: Sign, to: StreamId, lease: Lease): Whisper {
  if (sign === 'typing') return { to, typing: lease };
  return { to, presence: { handle: lease.handle, until: lease.until } };
}
