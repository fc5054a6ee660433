import type { PrivacySettings, StreamEvent } from '@cruddur/shared';
import type { StreamId } from '../domain/streams.ts';

/** Reads a person's settings from the store. */
export type FindPrivacySettings = (sub: string) => Promise<PrivacySettings>;

/**
 * The privacy settings of the people with sockets at this gateway. The gateway of a sender and that of a receiver each check the
 * settings of their own side, so no gateway needs those of anyone else, and the person's own stream keeps them current.
 */
export interface RoomPrivacy {
  find(stream: StreamId): Promise<PrivacySettings>;
  /** Called with the events of each room. */
  onEvents(stream: StreamId, events: readonly StreamEvent[]): void;
  /** Called when a room has closed or its stream was reset. */
  onLost(stream: StreamId): void;
}

/** @param isFollowed whether every later event of the stream will reach `onEvents` */
export function createRoomPrivacy(
  findSettings: FindPrivacySettings,
  isFollowed: (stream: StreamId) => boolean,
): RoomPrivacy {
  const known = new Map<StreamId, Promise<PrivacySettings>>();
  return {
    find(stream) {
      const found = known.get(stream);
      if (found) return found;
      const reading = findSettings(stream.slice('user:'.length));
      if (!isFollowed(stream)) return reading;
      known.set(stream, reading);
      reading.catch(() => {
        if (known.get(stream) === reading) known.delete(stream);
      });
      return reading;
    },
    onEvents(stream, events) {
      const change = events.findLast((event) => event.kind === 'privacy.changed');
      if (change) known.set(stream, Promise.resolve(change.data));
    },
    onLost: (stream) => known.delete(stream),
  };
}
