import { randomBytes } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { createMessageSigner } from '../../server/src/bus/message-signer.ts';

export interface RedisFlood {
  redisUrl: string;
  /** The store whose gateways are flooded. */
  storeId: string;
  /** A user whose stream is flooded too. */
  sub: string;
  /** A word that each forged event contains. */
  marker: string;
}

/** Messages published in one round trip. */
const BATCH = 500;
/** Larger than any message of a gateway. */
const LARGE_BYTES = 256 * 1024;
/** One of this many messages is large: more of them would only measure the network. */
const LARGE_EVERY = 2000;

/**
 * Publishes unsigned and malformed messages on all channels of a store until stopped: as an intruder on Redis, who sees
 * the messages of the gateways but has no key.
 * @returns the number of messages
 */
export async function floodRedis(flood: RedisFlood, over: AbortSignal): Promise<number> {
  const redis = new Redis(flood.redisUrl);
  const recorder = new Redis(flood.redisUrl);
  // A connection that breaks fails its pending commands.
  for (const connection of [redis, recorder]) connection.on('error', () => undefined);
  try {
    const pattern = `cruddur:1:${flood.storeId}:`;
    const replayed: string[] = [];
    recorder.on('pmessage', (_pattern: string, _channel: string, sealed: string) => {
      // Genuine, but signed for one channel: on all others it must be dropped.
      if (replayed.length < 50 && !sealed.includes(flood.marker)) replayed.push(sealed);
    });
    await recorder.psubscribe(`${pattern}canary:*`);
    const known = (await redis.pubsub('CHANNELS', `${pattern}*`)) as string[];
    const channels = [`${pattern}public`, `${pattern}user:${flood.sub}`, ...known];
    const junk = junkFor(channels[0] ?? '', flood);
    const large = 'x'.repeat(LARGE_BYTES);
    let sent = 0;
    while (!over.aborted) {
      const batch = redis.pipeline();
      const messages = [...junk, ...replayed];
      for (let n = 0; n < BATCH; n += 1, sent += 1) {
        const channel = channels[sent % channels.length] ?? '';
        const message = messages[Math.floor(sent / channels.length) % messages.length] ?? '';
        batch.publish(channel, sent % LARGE_EVERY === 0 ? large : message);
      }
      await batch.exec();
      await nextTurn();
    }
    return sent;
  } finally {
    redis.disconnect();
    recorder.disconnect();
  }
}

/** Messages without a signature, with a wrong one, and with parts of one. */
function junkFor(channel: string, { sub, marker }: RedisFlood): (string | Buffer)[] {
  const event = {
    seq: 1,
    tag: 'a',
    at: '2030-01-01T00:00:00.000Z',
    kind: 'activity.created',
    data: { message: marker },
  };
  const forged = { from: 'x', envelope: { stream: 'public', previous: '0', event } } as never;
  const typing = { message_group_uuid: sub, handle: marker, until: event.at };
  const forgedEvent = { from: 'x', whisper: { to: 'public', typing } } as const;
  const seal = createMessageSigner(Buffer.alloc(32, 8));
  const signed = seal.sign(channel, forged);
  return [
    ...['', ' ', 'nonsense', '{}', 'null', '\0', '\ud800', 'é'.repeat(43), '💥'.repeat(30), '['.repeat(5000)],
    ...[JSON.stringify(forged), JSON.stringify(forgedEvent), `${'A'.repeat(43)}${JSON.stringify(forged)}`],
    ...[signed, signed.slice(0, 43), signed.slice(1), seal.sign(channel, forgedEvent), signed + signed],
    randomBytes(200),
  ];
}
