import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Envelope, EphemeralMessage } from '../domain/streams.ts';

/** A message between gateways; `from` is the sending one. The field names are part of the wire format (FORMAT_VERSION). */
export type BusMessage =
  | { from: string; envelope: Envelope }
  | { from: string; ephemeral: EphemeralMessage }
  | { from: string; heartbeat: number };

/** Signs messages with a key of the store's gateways, so that access to Redis is not enough to send one. */
export interface MessageSigner {
  sign(channel: string, message: BusMessage): string;
  /** @returns null for anything that was not signed with the same key for the same channel */
  verify(channel: string, signed: string): BusMessage | null;
}

const MAC_LENGTH = 43;

export function createMessageSigner(key: Buffer): MessageSigner {
  const macOf = (channel: string, json: string) =>
    createHmac('sha256', key).update(`${channel}\n${json}`).digest('base64url');

  return {
    sign(channel, message) {
      const json = JSON.stringify(message);
      return macOf(channel, json) + json;
    },
    verify(channel, signed) {
      const given = Buffer.from(signed.slice(0, MAC_LENGTH));
      const json = signed.slice(MAC_LENGTH);
      const expected = Buffer.from(macOf(channel, json));
      if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null;
      // Only a gateway can have signed it.
      return JSON.parse(json) as BusMessage;
    },
  };
}
