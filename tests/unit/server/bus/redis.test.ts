import { Redis } from 'ioredis';
import { describe, expect, test, vi } from 'vitest';
import { createHeartbeat } from '../../../../server/src/bus/heartbeat.ts';
import { createRedisBus } from '../../../../server/src/bus/redis.ts';
import { createMessageSigner } from '../../../../server/src/bus/message-signer.ts';
import type { Envelope, EphemeralMessage } from '../../../../server/src/domain/streams.ts';
import type { Logger } from '../../../../server/src/domain/logger.ts';
import { isUsable } from '../../../support/services/availability.ts';
import { startRedis } from '../../../support/services/redis.ts';
import { until } from '../../../support/until.ts';

const key = Buffer.alloc(32, 7);
const event = { seq: 1, tag: 'a', at: '2030-01-01T00:00:00.000Z', kind: 'void', data: null } as const;
const envelope: Envelope = { stream: 'public', previous: '0', event };

function openBus(url: string, storeId = 'one') {
  const lines: string[] = [];
  const reasons: unknown[] = [];
  const write: Logger['warn'] = ({ err }, text) => {
    lines.push(text);
    reasons.push(err);
  };
  const logger: Logger = { debug: write, info: write, warn: write, error: write };
  const bus = createRedisBus({ urls: [url], storeId, key, logger });
  return { ...bus, lines, reasons, [Symbol.asyncDispose]: () => bus.close() };
}

const areAllConnected = (...buses: { isHealthy(): boolean }[]) =>
  until(() => buses.every((bus) => bus.isHealthy()), { what: 'Redis delivers messages' });

test('a loss that is noticed between two pings is reported too', () => {
  let now = 0;
  const changes: boolean[] = [];
  const heartbeat = createHeartbeat({
    send: () => (now += 1),
    monotonicMs: () => now,
    onChange: (isAlive) => changes.push(isAlive),
  });
  // The full time has not quite passed before the ping.
  now = 5000;
  heartbeat.ping();
  expect([heartbeat.isLost(), changes]).toEqual([true, []]);
  heartbeat.restartGracePeriod();
  expect([heartbeat.isLost(), changes]).toEqual([false, [false]]);
});

describe.skipIf(!isUsable('redis', 'bus'))('the bus on Redis', () => {
  test('[BUS-2] gateways of one store receive each other’s messages and none of another store or without its signature, of which a flood is one log line', async () => {
    await using redis = await startRedis();
    await using one = openBus(redis.url);
    await using two = openBus(redis.url);
    await using other = openBus(redis.url, 'two');
    const [received, receivedByOther]: [Envelope[], Envelope[]] = [[], []];
    const ephemeral: EphemeralMessage[] = [];
    two.subscribe('public', (message) => void received.push(message));
    other.subscribe('public', (message) => void receivedByOther.push(message));
    two.onEphemeral((message) => void ephemeral.push(message));
    one.onEphemeral(() => expect.fail('a gateway received its own ephemeral message'));
    await areAllConnected(one, two, other);
    const intruder = new Redis(redis.url);
    const channel = 'cruddur:1:one:public';
    const message = { from: 'x', envelope };
    const forged = createMessageSigner(Buffer.alloc(32, 8)).sign(channel, message);
    const moved = createMessageSigner(key).sign('cruddur:1:one:user:x', message);
    for (const text of ['', 'nonsense', forged, moved]) await intruder.publish(channel, text);
    await Promise.all(Array.from({ length: 1000 }, () => intruder.publish(channel, forged)));
    intruder.disconnect();
    const typing = { message_group_uuid: 'g', handle: 'bayko', until: event.at };
    one.publishEphemeral({ to: 'public', typing });
    one.publish([envelope]);
    other.publish([envelope]);
    await until(() => received.length > 0 && receivedByOther.length > 0, {
      what: 'both stores have received their message',
    });
    expect([received, receivedByOther]).toEqual([[envelope], [envelope]]);
    expect(ephemeral).toEqual([{ to: 'public', typing }]);
    expect(two.lines.filter((line) => line.includes('not signed'))).toHaveLength(1);
  });

  test('a stopped Redis is detected, costs bounded memory, and is used again on its return', async () => {
    await using redis = await startRedis();
    await using bus = openBus(redis.url);
    const received: Envelope[] = [];
    bus.subscribe('public', (message) => void received.push(message));
    await areAllConnected(bus);
    const operator = new Redis(redis.url);
    await operator.client('PAUSE', 3500, 'ALL');
    for (let count = 0; count < 5000; count += 1) bus.publish([envelope]);
    await until(() => !bus.isHealthy(), { what: 'the silence is detected' });
    await areAllConnected(bus);
    operator.disconnect();
    expect(received.length).toBeLessThanOrEqual(1000);
    const before = received.length;
    bus.publish([envelope]);
    await until(() => received.length > before, { what: 'the bus delivers again' });
    expect(bus.lines).toEqual([
      'Redis carries messages',
      'Redis does not carry messages; gateways read the log until it does',
      'Redis carries messages',
    ]);
  });

  test('a Redis that refuses every attempt is one line with its reason, and one when it is used', async () => {
    await using redis = await startRedis();
    const operator = new Redis(redis.url);
    await operator.config('SET', 'requirepass', 'secret');
    const printed = (['log', 'warn', 'error'] as const).map((method) => vi.spyOn(console, method));
    await using bus = openBus(redis.url);
    await until(() => bus.lines.length > 0, { what: 'the refusal is logged' });
    expect(bus.reasons).toEqual([
      expect.objectContaining({ message: expect.stringMatching(/^NOAUTH /) as string }),
    ]);
    await operator.config('SET', 'requirepass', '');
    await areAllConnected(bus);
    operator.disconnect();
    expect(bus.lines).toEqual([
      'Redis does not carry messages; gateways read the log until it does',
      'Redis carries messages',
    ]);
    for (const spy of printed) {
      expect(spy).not.toHaveBeenCalled();
      spy.mockRestore();
    }
  });
});
