import { PRESENCE_EVERY_MS, TYPING_EVERY_MS } from '@cruddur/shared';
import type { StreamId, EphemeralMessage } from '../domain/events.ts';
import type { Viewer } from '../domain/viewer.ts';
import type { GatewayParts } from './gateway-types.ts';
import { cacheMemberStreams } from './conversation-members.ts';

/** How long each holds unless it is said again, in milliseconds: a lease ends by itself when its person is cut off. */
const EXPIRES_AFTER_MS = { typing: 2 * TYPING_EVERY_MS, presence: PRESENCE_EVERY_MS + 5000 };
/** How often each is passed on. Presence is renewed a little early when a tab is quick. */
const EVERY_MS = { typing: TYPING_EVERY_MS, presence: PRESENCE_EVERY_MS / 2 };
const SENT_MAX = 10_000;

type SignalKind = keyof typeof EXPIRES_AFTER_MS;

/** Tells the others of a conversation that somebody types in it, or has it on screen. Never rejects. */
export type Presence = (sign: SignalKind, viewer: Viewer, group: string) => Promise<void>;

type Parts = Pick<GatewayParts, 'findOtherMembers' | 'bus' | 'clock' | 'logger'> & {
  /** Brings a whisper to this gateway's own sockets. */
  emitEphemeral: (whisper: EphemeralMessage) => void;
};

export function createPresence({ findOtherMembers, bus, clock, logger, emitEphemeral }: Parts): Presence {
  const streamsOf = cacheMemberStreams(findOtherMembers, clock);
  const sentAt = new Map<string, number>();

  function isRepeat(key: string, now: number, everyMs: number): boolean {
    if (now - (sentAt.get(key) ?? -Infinity) < everyMs) return true;
    if (sentAt.size >= SENT_MAX) sentAt.clear();
    sentAt.set(key, now);
    return false;
  }

  return async (sign, { sub, handle }, group) => {
    const now = clock.now().getTime();
    if (isRepeat(`${sign} ${sub} ${group}`, now, EVERY_MS[sign])) return;
    try {
      const until = new Date(now + EXPIRES_AFTER_MS[sign]).toISOString();
      for (const to of (await streamsOf(group, sub)) ?? []) {
        const whisper = toEphemeralMessage(sign, to, { message_group_uuid: group, handle, until });
        emitEphemeral(whisper);
        bus.publishEphemeral(whisper);
      }
    } catch (error) {
      logger.debug({ err: error }, 'the members of a conversation could not be read');
    }
  };
}

interface ExpiringSignal {
  message_group_uuid: string;
  handle: string;
  until: string;
}

function toEphemeralMessage(sign: SignalKind, to: StreamId, lease: ExpiringSignal): EphemeralMessage {
  if (sign === 'typing') return { to, typing: lease };
  return { to, presence: { handle: lease.handle, until: lease.until } };
}
