import { randomUUID } from 'node:crypto';
import { createWarningCounter } from '../domain/warning-counter.ts';
import type { Envelope, StreamId, EphemeralMessage } from '../domain/events.ts';
import type { Logger } from '../domain/logger.ts';
import { noMetrics, type Metrics } from '../domain/metrics.ts';
import type { Bus } from '../domain/ports.ts';
import { createHeartbeat } from './heartbeat.ts';
import { connectRoundRobin } from './connect-round-robin.ts';
import { createMessageSigner, type BusMessage } from './message-signer.ts';

export interface RedisBusSettings {
  /** `redis://` or `rediss://`: one server, or nodes of one Redis Cluster. */
  urls: readonly string[];
  /** Channel names carry it, so that two stores on one Redis never mix. */
  storeId: string;
  /** The store's signing key, at least 32 bytes. */
  key: Buffer;
  logger: Logger;
  metrics?: Metrics;
}

const COMMAND_TIMEOUT_MS = 1000;
const IN_FLIGHT_MAX = 1000;
const HEARTBEAT_EVERY_MS = 1000;
/** Anybody with access to Redis can send unsigned messages, as many as they like. */
const UNSIGNED_LOGGED_EVERY_MS = 60_000;

/** Of the messages' form. Gateways of two forms, as while a new version is rolled out, hear each other by the log alone. */
const FORMAT_VERSION = 1;

/** Fan-out over Redis pub/sub. It may lose anything at any time and never throws: the log is what is relied upon. */
export function createRedisBus({ urls, storeId, key, logger, metrics = noMetrics }: RedisBusSettings): Bus {
  const self = randomUUID();
  const signer = createMessageSigner(key);
  const envelopeListeners = new Map<string, Set<(envelope: Envelope) => void>>();
  const ephemeralListeners = new Set<(whisper: EphemeralMessage) => void>();
  let inFlight = 0;

  const channelOf = (name: string) => `cruddur:${FORMAT_VERSION}:${storeId}:${name}`;
  const heartbeatChannel = channelOf(`canary:${self}`);

  // Without a queue, what cannot be sent now is dropped; our own record of channels replaces ioredis's.
  const options = {
    enableOfflineQueue: false,
    autoResubscribe: false,
    maxRetriesPerRequest: 0,
    commandTimeout: COMMAND_TIMEOUT_MS,
    connectTimeout: COMMAND_TIMEOUT_MS,
  };
  // Gateways spread over the nodes of a cluster. Speaking to one and listening to the next, the heartbeat proves the way between.
  const first = Math.floor(Math.random() * urls.length);
  const publisher = connectRoundRobin(urls, { ...options, first, enableAutoPipelining: true });
  const subscriber = connectRoundRobin(urls, { ...options, first: first + 1 });

  /** A failure shows in the heartbeat, which is logged once; a line for each would be a flood. */
  const ignoreError = () => undefined;

  function noteDropped(message: BusMessage): void {
    if ('envelope' in message) metrics.countEvent('cruddur_envelopes_dropped_total', { place: 'bus' });
  }

  function publishMessage(channel: string, message: BusMessage): void {
    if (inFlight >= IN_FLIGHT_MAX) {
      noteDropped(message);
      return;
    }
    inFlight += 1;
    publisher
      .publish(channel, signer.sign(channel, message))
      .catch(() => noteDropped(message))
      .finally(() => (inFlight -= 1));
  }

  const heartbeat = createHeartbeat({
    send: () => publishMessage(heartbeatChannel, { from: self, canary: Date.now() }),
    monotonicMs: () => performance.now(),
    onChange: (isAlive) => {
      if (isAlive) logger.info({}, 'Redis carries messages');
      else logger.warn({}, 'Redis does not carry messages; gateways read the log until it does');
    },
  });

  const unsigned = createWarningCounter({
    everyMs: UNSIGNED_LOGGED_EVERY_MS,
    monotonicMs: () => performance.now(),
    warn: (count) => logger.warn({ count }, 'messages on the bus were not signed by a gateway of this store'),
  });

  function handleMessage(channel: string, sealed: string): void {
    const message = signer.verify(channel, sealed);
    if (!message) unsigned.countWarning();
    else if ('canary' in message) heartbeat.recordPong();
    else if ('envelope' in message) envelopeListeners.get(channel)?.forEach((ear) => ear(message.envelope));
    else if (message.from !== self) ephemeralListeners.forEach((ear) => ear(message.whisper));
  }

  /** A channel that could not be subscribed to is subscribed to with all others, on a new connection. */
  function reconnectSubscriber(): void {
    if (subscriber.status === 'ready') subscriber.disconnect(true);
  }

  subscriber.on('message', handleMessage);
  subscriber.on('ready', () => {
    subscriber
      .subscribe(heartbeatChannel, ...envelopeListeners.keys())
      .then(() => heartbeat.ping())
      .catch(reconnectSubscriber);
  });
  // ioredis reports each failed attempt; the heartbeat reports the state.
  for (const connection of [publisher, subscriber]) connection.on('error', ignoreError);

  const heartbeatTimer = setInterval(() => {
    heartbeat.ping();
    unsigned.reportPending();
    if (!heartbeat.isLost()) return;
    heartbeat.restartGracePeriod();
    for (const connection of [publisher, subscriber]) connection.disconnect(true);
  }, HEARTBEAT_EVERY_MS).unref();

  return {
    isHealthy: () => heartbeat.isAlive(),
    publish(envelopes) {
      for (const envelope of envelopes) publishMessage(channelOf(envelope.stream), { from: self, envelope });
    },
    publishEphemeral: (whisper) => publishMessage(channelOf(whisper.to), { from: self, whisper }),
    onEphemeral(ear) {
      ephemeralListeners.add(ear);
      return () => ephemeralListeners.delete(ear);
    },
    subscribe(stream: StreamId, ear) {
      const channel = channelOf(stream);
      const known = envelopeListeners.get(channel);
      const there = known ?? new Set();
      envelopeListeners.set(channel, there.add(ear));
      if (!known) subscriber.subscribe(channel).catch(reconnectSubscriber);
      return () => {
        there.delete(ear);
        if (there.size > 0 || envelopeListeners.get(channel) !== there) return;
        envelopeListeners.delete(channel);
        subscriber.unsubscribe(channel).catch(ignoreError);
      };
    },
    close() {
      clearInterval(heartbeatTimer);
      publisher.disconnect();
      subscriber.disconnect();
      return Promise.resolve();
    },
  };
}
