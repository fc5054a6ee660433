import type { EphemeralMessage } from '../domain/streams.ts';
import type { Logger } from '../domain/logger.ts';
import type { StreamRooms } from '../streams/stream-rooms.ts';
import { encodeMessage } from '../streams/wire-frames.ts';
import type { RoomPrivacy } from './room-privacy.ts';

interface Parts {
  rooms: Pick<StreamRooms, 'isFollowed' | 'broadcast'>;
  privacy: Pick<RoomPrivacy, 'find'>;
  logger: Logger;
}

/**
 * Sends typing and presence to this gateway's sockets of their receiver, unless the receiver has the setting off. Nothing is sent
 * while the settings cannot be read.
 */
export function createEmitEphemeral({ rooms, privacy, logger }: Parts): (message: EphemeralMessage) => void {
  async function emit(message: EphemeralMessage): Promise<void> {
    if ('counts' in message || !rooms.isFollowed(message.to)) return;
    const settings = await privacy.find(message.to);
    if ('typing' in message && settings.typing)
      rooms.broadcast(message.to, encodeMessage('typing', message.typing));
    if ('presence' in message && settings.presence)
      rooms.broadcast(message.to, encodeMessage('presence', message.presence));
  }
  return (message) => {
    emit(message).catch((error: unknown) =>
      logger.debug({ err: error }, 'the settings of a receiver could not be read'),
    );
  };
}
