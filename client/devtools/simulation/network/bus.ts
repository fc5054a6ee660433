import type { Random } from '../random.ts';
import { createHeartbeat } from '../../../../server/src/bus/heartbeat.ts';
import { createMessageSigner, type BusMessage } from '../../../../server/src/bus/message-signer.ts';
import type { Bus } from '../../../../server/src/domain/ports.ts';
import type { Envelope, EphemeralMessage, StreamId } from '../../../../server/src/domain/streams.ts';
import type { Timers } from '../../../../server/src/domain/timers.ts';
import type { FaultRates } from './fault-rates.ts';
import type { Host } from '../world/host.ts';
import type { World } from '../world/world.ts';

export interface Broker {
  /** The bus of one gateway. */
  connect(host: Host, timers: Timers): Bus;
}

interface Subscriber {
  host: Host;
  receive: (channel: string, signed: string) => void;
}

const LATENCY_MS = [0.2, 4] as const;
const DELAY_MS = [5, 400] as const;
const HEARTBEAT_EVERY_MS = 1000;
const HEARTBEAT_CHANNEL = 'heartbeat';

/** What Redis does: passes each message to every gateway, itself included, unless a fault strikes. */
export function createBroker(parts: {
  world: World;
  random: Random;
  faults: FaultRates;
  onFault: (name: string) => void;
}): Broker {
  const { world, random, faults, onFault } = parts;
  const subscribers: Subscriber[] = [];
  const key = Buffer.from('the key that only the store has');
  const signer = createMessageSigner(key);
  const forger = createMessageSigner(Buffer.from('another key'));

  function strikes(name: keyof FaultRates['bus']): boolean {
    const isHit = random.next() < faults.bus[name];
    if (isHit) onFault(`bus ${name}`);
    return isHit;
  }

  function between([least, most]: readonly [number, number]): number {
    return least + random.next() * (most - least);
  }

  function deliver({ host, receive }: Subscriber, channel: string, signed: string): void {
    if (strikes('lost')) {
      world.lose(host, `bus ${channel}`);
      return;
    }
    const latency = between(LATENCY_MS) + (strikes('delayed') ? between(DELAY_MS) : 0);
    world.after(host, latency, `bus ${channel}`, () => receive(channel, signed));
    if (strikes('doubled')) world.after(host, between(DELAY_MS), 'bus again', () => receive(channel, signed));
    if (strikes('forged')) {
      const forged = forger.sign(channel, JSON.parse(signed.slice(signed.indexOf('{'))) as BusMessage);
      world.after(host, between(LATENCY_MS), 'bus forged', () => receive(channel, forged));
    }
  }

  function publish(channel: string, message: BusMessage): void {
    const isDropped = faults.dropsNextEnvelope && 'envelope' in message;
    if (isDropped) faults.dropsNextEnvelope = false;
    if (faults.isBusAway || isDropped) {
      for (const { host } of subscribers) if (host.state !== 'dead') world.lose(host, `bus ${channel}`);
      return;
    }
    const signed = signer.sign(channel, message);
    for (const subscriber of subscribers)
      if (subscriber.host.state !== 'dead') deliver(subscriber, channel, signed);
  }

  return {
    connect(host, timers) {
      const envelopeListeners = new Map<string, Set<(envelope: Envelope) => void>>();
      const ephemeralListeners = new Set<(message: EphemeralMessage) => void>();
      const heartbeat = createHeartbeat({
        send: () => publish(HEARTBEAT_CHANNEL, { from: host.name, heartbeat: 0 }),
        monotonicMs: () => world.now(),
        onChange: () => undefined,
      });
      subscribers.push({
        host,
        receive(channel, signed) {
          const message = signer.verify(channel, signed);
          if (!message) return;
          if ('heartbeat' in message) {
            if (message.from === host.name) heartbeat.recordPong();
          } else if ('envelope' in message)
            envelopeListeners.get(channel)?.forEach((listener) => listener(message.envelope));
          else if (message.from !== host.name)
            ephemeralListeners.forEach((listener) => listener(message.ephemeral));
        },
      });
      const stopHeartbeat = timers.every(HEARTBEAT_EVERY_MS, () => {
        heartbeat.ping();
        if (heartbeat.isLost()) heartbeat.restartGracePeriod();
      });
      heartbeat.ping();
      return {
        isHealthy: () => heartbeat.isAlive(),
        publish: (envelopes) =>
          envelopes.forEach((envelope) => publish(envelope.stream, { from: host.name, envelope })),
        publishEphemeral: (ephemeral) => publish(ephemeral.to, { from: host.name, ephemeral }),
        onEphemeral(listener) {
          ephemeralListeners.add(listener);
          return () => ephemeralListeners.delete(listener);
        },
        subscribe(stream: StreamId, listener) {
          const listeners = envelopeListeners.get(stream) ?? new Set();
          envelopeListeners.set(stream, listeners.add(listener));
          return () => listeners.delete(listener);
        },
        close() {
          stopHeartbeat();
          return Promise.resolve();
        },
      };
    },
  };
}
