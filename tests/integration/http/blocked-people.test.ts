import { expect, it } from 'vitest';
import {
  block,
  codesOf,
  cursorsOfClosedTab,
  expectRefusal,
  markRead,
  postCrud,
  readMessages,
  sendTo,
  unsend,
} from '../../support/actions.ts';
import { disposeAfterAll } from '../../support/dispose-after-all.ts';
import { createRequest, listsOf, of, remove, stateOf } from '../../support/message-requests.ts';
import { connectSocket } from '../../support/sockets.ts';
import { startTestApp } from '../../support/test-app.ts';

const app = disposeAfterAll(await startTestApp());

const directions = ['blocker', 'blocked'] as const;

/** Two people who have written to each other, of whom one is about to block the other. */
async function createBlockedPair(direction: (typeof directions)[number]) {
  const [self, other] = [await app.signUp(), await app.signUp()];
  const [blocker, blocked] = direction === 'blocker' ? [self, other] : [other, self];
  const [own, others] = [await sendTo(self, other, 'my own'), await sendTo(other, self, 'of the other')];
  const group = own.message_group_uuid ?? '';
  return { self, other, group, own, others, block: () => block(blocker, blocked) };
}

it.each(directions)('[BLOCK-2] the %s can still remove their own messages, for both', async (direction) => {
  const { self, other, group, own, others, ...pair } = await createBlockedPair(direction);
  await pair.block();
  await expectRefusal(unsend(self, others.uuid), 403, 'generic_403');
  using theirs = await connectSocket(app.url, { token: other.accessToken });
  expect(await codesOf(unsend(self, own.uuid))).toEqual([200, { uuid: own.uuid }]);
  const { data } = await theirs.waitForEvent('message.removed');
  expect(data).toEqual({ uuid: own.uuid, message_group_uuid: group });
  for (const member of [self, other])
    expect(JSON.stringify(await readMessages(member, group))).not.toContain(own.message);
});

it.each(directions)(
  '[BLOCK-1, BLOCK-4, REPORT-1] the %s can look the other up, mute them, which only they see, and report them and what they wrote',
  async (direction) => {
    const { self, other, others, ...pair } = await createBlockedPair(direction);
    const { uuid: crud } = await postCrud(other, 'of the other');
    await pair.block();

    const { profile } = await app.visitor.callOk('profilePage', { params: other });
    const { handle, display_name, cognito_user_uuid, avatar_version } = profile;
    const found = await self.callOk('shortUser', { params: other });
    expect(found).toEqual({ handle, display_name, cognito_user_uuid, avatar_version });

    const muted = { kind: 'person', value: other.sub, duration: '1-hour' } as const;
    const { uuid } = await self.callOk('mute', { body: muted });
    expect(await self.callOk('mutes')).toMatchObject([{ uuid, kind: 'person' }]);
    expect(await other.callOk('mutes')).toEqual([]);
    await expectRefusal(other.call('unmute', { params: { mute_uuid: uuid } }), 404, 'generic_404');
    expect(await codesOf(self.call('unmute', { params: { mute_uuid: uuid } }))).toEqual([200, { uuid }]);

    for (const subject of [
      { kind: 'message', uuid: others.uuid },
      { kind: 'crud', uuid: crud },
      { kind: 'person', uuid: other.sub },
    ] as const) {
      const report = await self.callOk('report', { body: { ...subject, reason: 'harassment' } });
      const row = app.store.db.selectFrom('reports').selectAll().where('uuid', '=', report.uuid);
      expect(await row.execute()).toMatchObject([
        { kind: subject.kind, reporter: self.sub, person: other.sub },
      ]);
    }
  },
);

it.each(directions)(
  '[BLOCK-2, BLOCK-4] the %s catches up by socket and call: messages of before, neither notification nor read mark',
  async (direction) => {
    const { self, other, group, ...pair } = await createBlockedPair(direction);
    const { uuid } = await sendTo(self, other, 'to be read');
    const start = await cursorsOfClosedTab(self);
    await markRead(other, group, uuid);
    await sendTo(other, self, 'before the block');
    await postCrud(other, `a mention @${self.handle}`);
    const kindsAfter = async (me: string) => {
      const answer = (await self.callOk('sync', { query: { me } })).streams.me;
      return answer && 'events' in answer ? answer.events.map(({ kind }) => kind) : [];
    };
    // Read from the origin, so that no answer below is shared with one of before the block; the read mark follows its answer.
    await expect
      .poll(async () => (await kindsAfter('0.0')).slice(-3).toSorted())
      .toEqual(['message.created', 'notification.created', 'read.updated']);
    await pair.block();
    const expected = ['block.changed', 'message.created', 'void', 'void'];
    expect((await kindsAfter(start.me)).toSorted()).toEqual(expected);
    using after = await connectSocket(app.url, { token: self.accessToken, cursors: start });
    await after.waitForEvent('block.changed');
    expect(after.applied.me.map(({ kind }) => kind).toSorted()).toEqual(expected);
    const reply = await after.rawSocket.emitWithAck('sync', { stream: 'me', after: start.me });
    expect(reply.ok && reply.events.map(({ kind }) => kind).toSorted()).toEqual(expected);
  },
);

it.each(['sender', 'recipient'] as const)(
  'a request whose %s has blocked the other is read and deleted, and not listed',
  async (who) => {
    const { sender, recipient, group } = await createRequest(app);
    await (who === 'sender' ? block(sender, recipient) : block(recipient, sender));
    expect(await stateOf(sender, group)).toBe('sent');
    expect(await stateOf(recipient, group)).toBe('received');
    expect(await listsOf(recipient)).toEqual({ open: [], requests: [] });
    await expectRefusal(remove(sender, group), 403, 'generic_403');
    const deleted = { message_group_uuid: group, state: 'deleted' };
    using own = await connectSocket(app.url, { token: recipient.accessToken });
    expect(await codesOf(remove(recipient, group))).toEqual([200, deleted]);
    expect((await own.waitForEvent('request.changed')).data).toEqual(deleted);
    await expectRefusal(recipient.call('messageRequest', of(group)), 404, 'message_group_not_found');
    expect(await stateOf(sender, group)).toBe('sent');
  },
);
