import { PRESENCE_EVERY_MS, type PrivacySettings, type StreamEvent } from '@cruddur/shared';
import { expect, test } from 'vitest';
import { systemClock } from '../../../../server/src/domain/clock.ts';
import { userStream } from '../../../../server/src/domain/streams.ts';
import { cacheMemberStreams } from '../../../../server/src/gateway/conversation-members.ts';
import { createRoomPrivacy } from '../../../../server/src/gateway/room-privacy.ts';
import { createManualReads } from '../streams/manual-reads.ts';
import { waitForFrame } from './protocol-client.ts';
import { ANNA, BEN, GROUP, openTestGateway } from './test-gateway.ts';

test('[PRESENCE-1] a user with a conversation on screen is present for its members while the lease is renewed', async () => {
  await using gateway = await openTestGateway();
  const [{ socket: anna }, { socket: ben }] = [await gateway.open(), await gateway.open(BEN)];
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

test.each([
  ['sender', ANNA],
  ['receiver', BEN],
])('[PRIVACY-5] the gateway of the %s drops what that person does not share', async (_role, sub) => {
  await using gateway = await openTestGateway({ privacy: { [sub]: { presence: false } } });
  const [{ socket: anna }, { socket: ben, frames }] = [await gateway.open(), await gateway.open(BEN)];
  const typing = waitForFrame(ben, 'typing');
  anna.emit('presence', { message_group_uuid: GROUP });
  anna.emit('typing', { message_group_uuid: GROUP });
  await typing;
  expect(frames.filter(([name]) => name === 'presence')).toEqual([]);
});

const ALL: PrivacySettings = { read_receipts: true, typing: true, presence: true, messages_from: 'everyone' };
const STREAM = userStream(ANNA);

const changed = (data: PrivacySettings): StreamEvent => ({
  ...{ seq: 1, tag: 'a', at: '2026-01-01T00:00:00.000Z' },
  ...{ kind: 'privacy.changed', data },
});

/** Privacy settings, with the store's answers, which each test gives when it wants. */
function createPrivacy({ isFollowed = true } = {}) {
  const { started, read } = createManualReads<PrivacySettings>();
  return { privacy: createRoomPrivacy(read, () => isFollowed), started };
}

test('the settings of a followed person are read once, and then follow the events, also one that overtakes the read', async () => {
  const { privacy, started } = createPrivacy();
  const found = [privacy.find(STREAM), privacy.find(STREAM)];
  started[0]?.resolve(ALL);
  expect(await Promise.all(found)).toEqual([ALL, ALL]);
  privacy.onEvents(STREAM, [changed({ ...ALL, typing: false }), changed({ ...ALL, presence: false })]);
  expect(await privacy.find(STREAM)).toEqual({ ...ALL, presence: false });
  expect(started).toHaveLength(1);

  const overtaken = createPrivacy();
  const early = overtaken.privacy.find(STREAM);
  overtaken.privacy.onEvents(STREAM, [changed({ ...ALL, typing: false })]);
  overtaken.started[0]?.resolve(ALL);
  await early;
  expect((await overtaken.privacy.find(STREAM)).typing).toBe(false);
});

test('settings are read again after a lost room, a failed read, and while no room follows them', async () => {
  const lost = createPrivacy();
  void lost.privacy.find(STREAM);
  lost.privacy.onLost(STREAM);
  void lost.privacy.find(STREAM);
  expect(lost.started).toHaveLength(2);

  const failed = createPrivacy();
  const found = failed.privacy.find(STREAM);
  failed.started[0]?.reject(new Error('the store is away'));
  await expect(found).rejects.toThrow('the store is away');
  void failed.privacy.find(STREAM);
  expect(failed.started).toHaveLength(2);

  const unfollowed = createPrivacy({ isFollowed: false });
  void unfollowed.privacy.find(STREAM);
  void unfollowed.privacy.find(STREAM);
  expect(unfollowed.started).toHaveLength(2);
});

test('[BLOCK-2] the members of a conversation are read again after a block, also one during the reading, and each time while no event would tell of a block', async () => {
  const { started, read } = createManualReads<{ sub: string; handle: string }[]>();
  let isFollowed = true;
  const members = cacheMemberStreams({
    findOtherMembers: read,
    clock: systemClock,
    isFollowed: () => isFollowed,
  });
  const before = members.find(GROUP, ANNA);
  members.forget(userStream(ANNA));
  started[0]?.resolve([{ sub: BEN, handle: 'ben' }]);
  expect(await before).toEqual([userStream(BEN)]);
  const after = members.find(GROUP, ANNA);
  started[1]?.resolve([]);
  expect(await after).toEqual([]);
  expect(await members.find(GROUP, ANNA)).toEqual([]);
  expect(started).toHaveLength(2);

  members.forget(userStream(ANNA));
  isFollowed = false;
  for (const nth of [2, 3]) {
    const found = members.find(GROUP, ANNA);
    started[nth]?.resolve([]);
    await found;
  }
  expect(started).toHaveLength(4);
});
