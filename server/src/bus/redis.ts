import { randomUUID } from 'node:crypto';
import { createWarningCounter } from '../domain/warning-counter.ts';
import type { Envelope, StreamId, EphemeralMessage } from '../domain/streams.ts';
import type { Logger } from '../domain/logger.ts';
import { noMetrics, type Metrics } from '../domain/metrics.ts';
import type { Bus } from '../domain/ports.ts';
import { createHeartbeat } from './heartbeat.ts';
import { connectRoundRobin } from './connect-round-robin.ts';
import { createMessageSigner, type BusMessage } from './message-signer.ts';

export interface RedisBusSettings {
  /** `redis://` or `rediss://`: one server, or nodes of one Redis Cluster. */
  urls: readonly string[];
  /** Part of channel names, so that two stores can share one Redis. */
  storeId: string;
  /** The store's signing key, at least 32 bytes. */
  key: Buffer;
  logger: Logger;
  metrics?: Metrics;
}

const COMMAND_TIMEOUT_MS = 1000;
const IN_FLIGHT_MAX = 1000;
const HEARTBEAT_EVERY_MS = 1000;
/** Any client with access to Redis can flood the channels with unsigned messages. */
const UNSIGNED_LOGGED_EVERY_MS = 60_000;

/** The format of the messages. During a rollout, gateways of two formats receive each other's events from the log only. */
const FORMAT_VERSION = 1;

/** Fan-out over Redis pub/sub. It may lose messages at any time and never throws; the log delivers what is lost. */
export function createRedisBus({ urls, storeId, key, logger, metrics = noMetrics }: RedisBusSettings): Bus {
  const self = randomUUID();
  const signer = createMessageSigner(key);
  const envelopeListeners = new Map<string, Set<(envelope: Envelope) => void>>();
  const ephemeralListeners = new Set<(message: EphemeralMessage) => void>();
  let inFlight = 0;

  const channelOf = (name: string) => `cruddur:${FORMAT_VERSION}:${storeId}:${name}`;
  const heartbeatChannel = channelOf(`heartbeat:${self}`);

  // Without a queue, messages that cannot be sent now are dropped. `envelopeListeners` replaces ioredis's list of channels.
  const options = {
    enableOfflineQueue: false,
    autoResubscribe: false,
    maxRetriesPerRequest: 0,
    commandTimeout: COMMAND_TIMEOUT_MS,
    connectTimeout: COMMAND_TIMEOUT_MS,
  };
  // Gateways spread over the nodes of a cluster. Publisher and subscriber use different nodes, so the heartbeat covers the path
  // between nodes.
  const first = Math.floor(Math.random() * urls.length);
  const publisher = connectRoundRobin(urls, { ...options, first, enableAutoPipelining: true });
  const subscriber = connectRoundRobin(urls, { ...options, first: first + 1 });

  const ignoreError = () => undefined;
  /** Of a connection, since messages were last carried. */
  let latestError: Error | undefined;
  let wasLost = false;

  function noteDropped(message: BusMessage): void {
    if ('envelope' in message) metrics.countEvent('cruddur_envelopes_dropped_total', { component: 'bus' });
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
    send: () => publishMessage(heartbeatChannel, { from: self, heartbeat: Date.now() }),
    monotonicMs: () => performance.now(),
    onChange: (isAlive) => {
      if (isAlive) {
        latestError = undefined;
        logger[wasLost ? 'warn' : 'info']({}, 'Redis carries messages');
      } else {
        wasLost = true;
        const reason = latestError && { err: latestError };
        logger.warn({ ...reason }, 'Redis does not carry messages; gateways read the log until it does');
      }
    },
  });

  const unsigned = createWarningCounter({
    everyMs: UNSIGNED_LOGGED_EVERY_MS,
    monotonicMs: () => performance.now(),
    warn: (count) => logger.warn({ count }, 'messages on the bus were not signed by a gateway of this store'),
  });

  function handleMessage(channel: string, signed: string): void {
    const message = signer.verify(channel, signed);
    if (!message) unsigned.countWarning();
    else if ('heartbeat' in message) heartbeat.recordPong();
    else if ('envelope' in message) {
      envelopeListeners.get(channel)?.forEach((listener) => listener(message.envelope));
    } else if (message.from !== self) {
      ephemeralListeners.forEach((listener) => listener(message.ephemeral));
    }
  }

  /** After a failed subscribe, a new connection subscribes to all channels again. */
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
  // ioredis reports each failed attempt, which would flood the log; the heartbeat reports the state.
  for (const connection of [publisher, subscriber])
    connection.on('error', (error: Error) => (latestError = error));

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
    publishEphemeral: (message) => publishMessage(channelOf(message.to), { from: self, ephemeral: message }),
    onEphemeral(listener) {
      ephemeralListeners.add(listener);
      return () => ephemeralListeners.delete(listener);
    },
    subscribe(stream: StreamId, listener) {
      const channel = channelOf(stream);
      const existing = envelopeListeners.get(channel);
      const listeners = existing ?? new Set();
      envelopeListeners.set(channel, listeners.add(listener));
      if (!existing) subscriber.subscribe(channel).catch(reconnectSubscriber);
      return () => {
        listeners.delete(listener);
        if (listeners.size > 0 || envelopeListeners.get(channel) !== listeners) return;
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
