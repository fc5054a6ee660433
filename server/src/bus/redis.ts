import { randomUUID } from 'node:crypto';
import type { Envelope, StreamId, Whisper } from '../domain/events.ts';
import type { Logger } from '../domain/logger.ts';
import type { Bus } from '../domain/ports.ts';
import { createCanary } from './canary.ts';
import { connectInTurn } from './connect-in-turn.ts';
import { createSeal, type BusMessage } from './sealed-message.ts';

export interface RedisBusSettings {
  /** `redis://` or `rediss://`: one server, or nodes of one Redis Cluster. */
  urls: readonly string[];
  /** Channel names carry it, so that two stores on one Redis never mix. */
  storeId: string;
  /** The store's signing key, at least 32 bytes. */
  key: Buffer;
  logger: Logger;
}

const COMMAND_TIMEOUT_MS = 1000;
const IN_FLIGHT_MAX = 1000;
const CANARY_EVERY_MS = 1000;

/** Of the messages' form. Gateways of two forms, as while a new version is rolled out, hear each other by the log alone. */
const FORM = 1;

/** Fan-out over Redis pub/sub. It may lose anything at any time and never throws: the log is what is relied upon. */
export function createRedisBus({ urls, storeId, key, logger }: RedisBusSettings): Bus {
  const self = randomUUID();
  const seal = createSeal(key);
  const ears = new Map<string, Set<(envelope: Envelope) => void>>();
  const whisperEars = new Set<(whisper: Whisper) => void>();
  let inFlight = 0;

  const channelOf = (name: string) => `cruddur:${FORM}:${storeId}:${name}`;
  const canaryChannel = channelOf(`canary:${self}`);

  // Without a queue, what cannot be sent now is dropped; our own record of channels replaces ioredis's.
  const options = {
    enableOfflineQueue: false,
    autoResubscribe: false,
    maxRetriesPerRequest: 0,
    commandTimeout: COMMAND_TIMEOUT_MS,
    connectTimeout: COMMAND_TIMEOUT_MS,
  };
  // Gateways spread over the nodes of a cluster. Speaking to one and listening to the next, the canary proves the way between.
  const first = Math.floor(Math.random() * urls.length);
  const speaker = connectInTurn(urls, { ...options, first, enableAutoPipelining: true });
  const listener = connectInTurn(urls, { ...options, first: first + 1 });

  /** Its failure shows in the canary, which is logged once; a line for each would be a flood. */
  const forget = () => undefined;

  function say(channel: string, message: BusMessage): void {
    if (inFlight >= IN_FLIGHT_MAX) return;
    inFlight += 1;
    speaker
      .publish(channel, seal.close(channel, message))
      .catch(forget)
      .finally(() => (inFlight -= 1));
  }

  const canary = createCanary({
    send: () => say(canaryChannel, { from: self, canary: Date.now() }),
    monotonicMs: () => performance.now(),
    changed: (isAlive) => {
      if (isAlive) logger.info({}, 'Redis carries messages');
      else logger.warn({}, 'Redis does not carry messages; gateways read the log until it does');
    },
  });

  function hear(channel: string, sealed: string): void {
    const message = seal.open(channel, sealed);
    if (!message) logger.warn({}, 'a message on the bus was not signed by a gateway of this store');
    else if ('canary' in message) canary.heard();
    else if ('envelope' in message) ears.get(channel)?.forEach((ear) => ear(message.envelope));
    else if (message.from !== self) whisperEars.forEach((ear) => ear(message.whisper));
  }

  /** A channel that could not be subscribed to is subscribed to with all others, on a new connection. */
  function startAnew(): void {
    if (listener.status === 'ready') listener.disconnect(true);
  }

  listener.on('message', hear);
  listener.on('ready', () => {
    listener
      .subscribe(canaryChannel, ...ears.keys())
      .then(() => canary.sing())
      .catch(startAnew);
  });
  // ioredis reports each failed attempt; the canary reports the state.
  for (const connection of [speaker, listener]) connection.on('error', forget);

  const singing = setInterval(() => {
    canary.sing();
    if (!canary.isLost()) return;
    canary.forgive();
    for (const connection of [speaker, listener]) connection.disconnect(true);
  }, CANARY_EVERY_MS).unref();

  return {
    healthy: () => canary.isAlive(),
    publish(envelopes) {
      for (const envelope of envelopes) say(channelOf(envelope.stream), { from: self, envelope });
    },
    whisper: (whisper) => say(channelOf(whisper.to), { from: self, whisper }),
    onWhisper(ear) {
      whisperEars.add(ear);
      return () => whisperEars.delete(ear);
    },
    subscribe(stream: StreamId, ear) {
      const channel = channelOf(stream);
      const known = ears.get(channel);
      const there = known ?? new Set();
      ears.set(channel, there.add(ear));
      if (!known) listener.subscribe(channel).catch(startAnew);
      return () => {
        there.delete(ear);
        if (there.size > 0 || ears.get(channel) !== there) return;
        ears.delete(channel);
        listener.unsubscribe(channel).catch(forget);
      };
    },
    close() {
      clearInterval(singing);
      speaker.disconnect();
      listener.disconnect();
      return Promise.resolve();
    },
  };
}
