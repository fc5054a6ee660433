import { expect, it } from 'vitest';
import { createServiceSlots } from '../../../../server/src/domain/push/service-slots.ts';
import { isAtPushService, KNOWN_PUSH_SERVICES } from '../../../../server/src/domain/push/ports.ts';

it('a service that does not answer five times in a row gets single attempts, with longer pauses', () => {
  let now = 0;
  const slots = createServiceSlots({ now: () => new Date(now) });
  const push = { host: 'silent.test', owner: 'ann' };
  const fail = () => slots.record(push, { kind: 'unreachable', error: new Error('silent') });
  expect(slots.countFree('silent.test', 3)).toBe(5);
  for (let n = 0; n < 4; n += 1) fail();
  expect(slots.countFree('silent.test', 0)).toBe(8);
  fail();
  const pauses = [30_000, 60_000, 120_000, 240_000, 300_000, 300_000];
  for (const pauseMs of pauses) {
    now += pauseMs - 1;
    expect(slots.countFree('silent.test', 0)).toBe(0);
    now += 1;
    expect([slots.countFree('silent.test', 0), slots.countFree('silent.test', 1)]).toEqual([1, 0]);
    fail();
  }
  expect(slots.countFree('other.test', 0)).toBe(8);
  slots.record(push, { kind: 'sent' });
  expect(slots.countFree('silent.test', 0)).toBe(8);
});

it('a service that is busy for five people in a row is paused, but not for as long as it named to them', () => {
  let now = 0;
  const slots = createServiceSlots({ now: () => new Date(now) });
  const refuse = (owner: string) =>
    slots.record({ host: 'busy.test', owner }, { kind: 'busy', waitMs: 3_600_000 });
  // One browser that gets too many is no reason to pause its service for all.
  for (let n = 0; n < 20; n += 1) refuse('ann');
  expect(slots.countFree('busy.test', 0)).toBe(8);
  // Nor with a short fault of the network.
  for (let n = 0; n < 4; n += 1)
    slots.record({ host: 'busy.test', owner: 'bob' }, { kind: 'unreachable', error: new Error('cut') });
  expect(slots.countFree('busy.test', 0)).toBe(0);
  now += 30_000;
  expect(slots.countFree('busy.test', 0)).toBe(1);
  slots.record({ host: 'busy.test', owner: 'bob' }, { kind: 'gone' });
  for (const owner of ['ann', 'bob', 'cay', 'dan']) refuse(owner);
  expect(slots.countFree('busy.test', 0)).toBe(8);
  refuse('eve');
  for (const pauseMs of [30_000, 60_000, 120_000]) {
    now += pauseMs - 1;
    expect(slots.countFree('busy.test', 0)).toBe(0);
    now += 1;
    expect([slots.countFree('busy.test', 0), slots.countFree('busy.test', 1)]).toEqual([1, 0]);
    refuse('ann');
  }
  expect(slots.countFree('other.test', 0)).toBe(8);
  slots.record({ host: 'busy.test', owner: 'ann' }, { kind: 'sent' });
  expect(slots.countFree('busy.test', 0)).toBe(8);
});

it('[PUSH-2] the services of the browsers in use are known, at the usual port, and no name that looks like one', () => {
  const isKnown = (address: string) => isAtPushService(address, KNOWN_PUSH_SERVICES);
  const real = [
    ...['https://fcm.googleapis.com/fcm/send/a:b', 'https://fcm.googleapis.com/wp/a'],
    ...['https://updates.push.services.mozilla.com/wpush/v2/a', 'https://web.push.apple.com/a'],
    'https://wns2-par02p.notify.windows.com/w/?token=a',
  ];
  expect(real.filter(isKnown)).toEqual(real);
  const others = [
    ...[
      'https://fcm.googleapis.com:81/a',
      'https://fcm.googleapis.com.example.com/a',
      'http://web.push.apple.com/a',
    ],
    ...[
      'https://evilpush.apple.com/a',
      'https://notify.windows.com/a',
      'https://example.com/fcm.googleapis.com',
    ],
  ];
  expect(others.filter(isKnown)).toEqual([]);
});
