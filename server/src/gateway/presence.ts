import { PRESENCE_EVERY_MS, PRESENCE_PAUSE_MS, TYPING_EVERY_MS } from '@cruddur/shared';
import { LRUCache } from 'lru-cache';
import { userStream, type EphemeralMessage, type StreamId } from '../domain/streams.ts';
import type { Viewer } from '../domain/viewer.ts';
import type { GatewayParts } from './gateway-types.ts';
import type { MemberStreams } from './conversation-members.ts';
import type { RoomPrivacy } from './room-privacy.ts';

/** How long a signal holds unless it is renewed, in milliseconds: a client that disconnects sends no end. */
const EXPIRES_AFTER_MS = { typing: 2 * TYPING_EVERY_MS, presence: PRESENCE_EVERY_MS + 5000 };
/** The shortest time between two signals that are passed on. */
const EVERY_MS = { typing: TYPING_EVERY_MS, presence: PRESENCE_PAUSE_MS };
const SENT_MAX = 10_000;

type SignalKind = keyof typeof EXPIRES_AFTER_MS;

/** Publishes to a conversation's other members that the viewer types in it, or has it on screen. Never rejects. */
export type SendPresence = (kind: SignalKind, viewer: Viewer, group: string) => Promise<void>;

type Parts = Pick<GatewayParts, 'bus' | 'clock' | 'logger'> & {
  memberStreams: MemberStreams;
  privacy: Pick<RoomPrivacy, 'find'>;
  /** Sends a message to this gateway's own sockets. */
  emitEphemeral: (message: EphemeralMessage) => void;
};

export function createSendPresence({
  memberStreams,
  bus,
  clock,
  logger,
  privacy,
  emitEphemeral,
}: Parts): SendPresence {
  const sentAt = new LRUCache<string, number>({ max: SENT_MAX });

  function isRepeat(key: string, now: number, everyMs: number): boolean {
    if (now - (sentAt.get(key) ?? -Infinity) < everyMs) return true;
    sentAt.set(key, now);
    return false;
  }

  return async (kind, { sub, handle }, group) => {
    try {
      // First, so that what is not shared does not delay the first signal after the setting is on again.
      if (!(await privacy.find(userStream(sub)))[kind]) return;
      const now = clock.now().getTime();
      if (isRepeat(`${kind} ${sub} ${group}`, now, EVERY_MS[kind])) return;
      const until = new Date(now + EXPIRES_AFTER_MS[kind]).toISOString();
      for (const to of await memberStreams.find(group, sub)) {
        const message = toEphemeralMessage(kind, to, { message_group_uuid: group, handle, until });
        emitEphemeral(message);
        bus.publishEphemeral(message);
      }
    } catch (error) {
      logger.debug({ err: error }, 'a signal could not be passed on');
    }
  };
}

interface ExpiringSignal {
  message_group_uuid: string;
  handle: string;
  until: string;
}

function toEphemeralMessage(kind: SignalKind, to: StreamId, signal: ExpiringSignal): EphemeralMessage {
  if (kind === 'typing') return { to, typing: signal };
  return { to, presence: { handle: signal.handle, until: signal.until } };
}
