import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Envelope, EphemeralMessage } from '../domain/events.ts';

/** What gateways tell each other. `from` is the gateway that says it. */
export type BusMessage =
  | { from: string; envelope: Envelope }
  | { from: string; whisper: EphemeralMessage }
  | { from: string; canary: number };

/** Signs messages with a key that only the store's gateways have, so that access to Redis is no licence to speak. */
export interface MessageSigner {
  sign(channel: string, message: BusMessage): string;
  /** @returns null for anything that was not closed with the same key for the same channel */
  verify(channel: string, sealed: string): BusMessage | null;
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
    verify(channel, sealed) {
      const given = Buffer.from(sealed.slice(0, MAC_LENGTH));
      const json = sealed.slice(MAC_LENGTH);
      const expected = Buffer.from(macOf(channel, json));
      if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null;
      // Nobody but a gateway could have signed it.
      return JSON.parse(json) as BusMessage;
    },
  };
}
