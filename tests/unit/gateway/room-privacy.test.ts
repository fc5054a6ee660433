import type { PrivacySettings, StreamEvent } from '@cruddur/shared';
import { expect, test } from 'vitest';
import { userStream } from '../../../server/src/domain/streams.ts';
import { createRoomPrivacy } from '../../../server/src/gateway/room-privacy.ts';
import { recordFrames, waitForFrame } from './protocol-client.ts';
import { ANNA, BEN, createToken, GROUP, openTestGateway } from './test-gateway.ts';

const ALL: PrivacySettings = { read_receipts: true, typing: true, presence: true };
const STREAM = userStream(ANNA);

const changed = (data: PrivacySettings): StreamEvent => ({
  seq: 1,
  tag: 'a',
  at: '2026-01-01T00:00:00.000Z',
  kind: 'privacy.changed',
  data,
});

/** The store's answers, which each test gives when it wants. */
function createFixture({ isFollowed = true } = {}) {
  const answers: ((settings: PrivacySettings | Error) => void)[] = [];
  const privacy = createRoomPrivacy(
    () =>
      new Promise((resolve, reject) => {
        answers.push((answer) => (answer instanceof Error ? reject(answer) : resolve(answer)));
      }),
    () => isFollowed,
  );
  return { privacy, answers };
}

test('[PRIVACY-7] the settings of a followed person are read once, and then follow the events', async () => {
  const { privacy, answers } = createFixture();
  const found = [privacy.find(STREAM), privacy.find(STREAM)];
  answers[0]?.(ALL);
  expect(await Promise.all(found)).toEqual([ALL, ALL]);
  privacy.onEvents(STREAM, [changed({ ...ALL, typing: false }), changed({ ...ALL, presence: false })]);
  expect(await privacy.find(STREAM)).toEqual({ ...ALL, presence: false });
  expect(answers).toHaveLength(1);
});

test('[PRIVACY-7] an event that overtakes the read stays', async () => {
  const { privacy, answers } = createFixture();
  const found = privacy.find(STREAM);
  privacy.onEvents(STREAM, [changed({ ...ALL, typing: false })]);
  answers[0]?.(ALL);
  await found;
  expect((await privacy.find(STREAM)).typing).toBe(false);
});

test('[PRIVACY-7] settings are read again after a lost room, a failed read, and while no room follows them', async () => {
  const lost = createFixture();
  void lost.privacy.find(STREAM);
  lost.privacy.onLost(STREAM);
  void lost.privacy.find(STREAM);
  expect(lost.answers).toHaveLength(2);

  const failed = createFixture();
  const found = failed.privacy.find(STREAM);
  failed.answers[0]?.(new Error('the store is away'));
  await expect(found).rejects.toThrow('the store is away');
  void failed.privacy.find(STREAM);
  expect(failed.answers).toHaveLength(2);

  const unfollowed = createFixture({ isFollowed: false });
  void unfollowed.privacy.find(STREAM);
  void unfollowed.privacy.find(STREAM);
  expect(unfollowed.answers).toHaveLength(2);
});

test.each([
  ['sender', ANNA],
  ['receiver', BEN],
])('[PRIVACY-5] the gateway of the %s drops what that person does not share', async (_role, sub) => {
  await using gateway = await openTestGateway({ privacy: { [sub]: { presence: false } } });
  const [anna, ben] = [
    gateway.connect({ token: createToken(ANNA) }),
    gateway.connect({ token: createToken(BEN) }),
  ];
  await Promise.all([waitForFrame(anna, 'ready'), waitForFrame(ben, 'ready')]);
  const received = recordFrames(ben);
  const typing = waitForFrame(ben, 'typing');
  anna.emit('presence', { message_group_uuid: GROUP });
  anna.emit('typing', { message_group_uuid: GROUP });
  await typing;
  expect(received.filter(([name]) => name === 'presence')).toEqual([]);
});
