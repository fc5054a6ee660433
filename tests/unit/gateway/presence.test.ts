import { PRESENCE_EVERY_MS } from '@cruddur/shared';
import { expect, test } from 'vitest';
import { waitForFrame, recordFrames } from './protocol-client.ts';
import { ANNA, BEN, GROUP, openTestGateway, createToken } from './test-gateway.ts';

test('[PRESENCE-1] a user with a conversation on screen is present for its members while the lease is renewed', async () => {
  await using gateway = await openTestGateway();
  const [anna, ben] = [
    gateway.connect({ token: createToken(ANNA) }),
    gateway.connect({ token: createToken(BEN) }),
  ];
  await Promise.all([waitForFrame(anna, 'ready'), waitForFrame(ben, 'ready')]);
  for (let renewal = 0; renewal < 2; renewal += 1) {
    const presence = waitForFrame(ben, 'presence');
    anna.emit('presence', { message_group_uuid: GROUP });
    const { handle, until } = await presence;
    expect(handle).toBe('a');
    const left = Date.parse(until) - gateway.clock.now().getTime();
    expect(left).toBeGreaterThan(PRESENCE_EVERY_MS);
    expect(left).toBeLessThanOrEqual(2 * PRESENCE_EVERY_MS);
    gateway.clock.advance(PRESENCE_EVERY_MS);
  }
});

test('[PRESENCE-2] presence of a non-member is dropped, and a member’s is published at most once per interval', async () => {
  await using gateway = await openTestGateway();
  const [anna, ben] = [
    gateway.connect({ token: createToken(ANNA) }),
    gateway.connect({ token: createToken(BEN) }),
  ];
  const [byAnna, byBen] = [recordFrames(anna), recordFrames(ben)];
  await Promise.all([waitForFrame(anna, 'ready'), waitForFrame(ben, 'ready')]);
  const presence = waitForFrame(ben, 'presence');
  for (let time = 0; time < 3; time += 1) anna.emit('presence', { message_group_uuid: GROUP });
  ben.emit('presence', { message_group_uuid: GROUP });
  await presence;
  await Promise.all([anna, ben].map((one) => one.emitWithAck('sync', { stream: 'me', after: '0.0' })));
  expect(byBen.filter(([name]) => name === 'presence')).toHaveLength(1);
  expect(byAnna.filter(([name]) => name === 'presence')).toHaveLength(0);
});
