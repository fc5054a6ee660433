import type { RouteName } from '@cruddur/shared';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  block,
  codesOf,
  createRequest,
  listsOf,
  MISSING,
  of,
  remove,
  stateOf,
  writeOk,
} from '../../support/message-requests.ts';
import type { TestPerson } from '../../support/people.ts';
import { connectSocket, openSocket } from '../../support/sockets.ts';
import { startTestApp, type TestApp } from '../../support/test-app.ts';

const OWN_ONLY = [403, ['generic_403']];
const VISITOR = [401, ['generic_401']];
const directions = ['blocker', 'blocked'] as const;
type Direction = (typeof directions)[number];

describe('the calls between two people of whom one has blocked the other', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp();
  });
  afterAll(() => app[Symbol.asyncDispose]());

  /** Two people who have written to each other, before one of them blocked the other. */
  async function createBlockedPair() {
    const [blocker, blocked] = [await app.signUp(), await app.signUp()];
    const sent = {
      blocker: await writeOk(blocker, blocked, 'from the blocker'),
      blocked: await writeOk(blocked, blocker, 'from the blocked'),
    };
    const cruds = {
      blocker: (await blocker.callOk('createActivity', { body: { message: 'of the blocker' } })).uuid,
      blocked: (await blocked.callOk('createActivity', { body: { message: 'of the blocked' } })).uuid,
    };
    const group = sent.blocker.message_group_uuid ?? '';
    expect((await block(blocker, blocked)).status).toBe(200);
    return { people: { blocker, blocked }, sent, cruds, group };
  }
  const otherOf = (direction: Direction) => (direction === 'blocker' ? 'blocked' : 'blocker');
  const unsend = (by: TestPerson, uuid: string) =>
    by.call('unsendMessage', { params: { message_uuid: uuid } });

  it.each(directions)('[BLOCK-2] the %s can still remove their own messages, for both', async (direction) => {
    const { people, sent, group } = await createBlockedPair();
    const [self, other] = [people[direction], people[otherOf(direction)]];
    expect(await codesOf(unsend(self, sent[otherOf(direction)].uuid))).toEqual(OWN_ONLY);
    using theirs = await connectSocket(app.url, { token: other.accessToken });
    const own = sent[direction].uuid;
    expect(await codesOf(unsend(self, own))).toEqual([200, { uuid: own }]);
    const { data } = await theirs.waitForEvent('message.removed');
    expect(data).toEqual({ uuid: own, message_group_uuid: group });
    for (const member of [self, other])
      expect(JSON.stringify(await member.callOk('messages', of(group)))).not.toContain(
        sent[direction].message,
      );
  });

  it.each(directions)('[REPORT-1] the %s can report what the other wrote before', async (direction) => {
    const { people, sent, cruds } = await createBlockedPair();
    const other = otherOf(direction);
    for (const subject of [
      { kind: 'message', uuid: sent[other].uuid },
      { kind: 'crud', uuid: cruds[other] },
      { kind: 'person', uuid: people[other].sub },
    ] as const) {
      const { uuid } = await people[direction].callOk('report', {
        body: { ...subject, reason: 'harassment' },
      });
      const rows = await app.store.db
        .selectFrom('reports')
        .select(['reporter', 'person'])
        .where('uuid', '=', uuid)
        .execute();
      expect([subject.kind, rows]).toEqual([
        subject.kind,
        [{ reporter: people[direction].sub, person: people[other].sub }],
      ]);
    }
  });

  it.each(directions)('[BLOCK-1] the %s can mute the other, which only they see', async (direction) => {
    const { people } = await createBlockedPair();
    const [self, other] = [people[direction], people[otherOf(direction)]];
    const { uuid } = await self.callOk('mute', {
      body: { kind: 'person', value: other.sub, duration: '1-hour' },
    });
    expect(await self.callOk('mutes')).toMatchObject([{ uuid, kind: 'person' }]);
    expect(await other.callOk('mutes')).toEqual([]);
    expect(await codesOf(other.call('unmute', { params: { mute_uuid: uuid } }))).toEqual([
      404,
      ['generic_404'],
    ]);
    expect(await codesOf(self.call('unmute', { params: { mute_uuid: uuid } }))).toEqual([200, { uuid }]);
  });

  it.each(directions)('[BLOCK-4] the %s gets from a handle what a visitor’s page says', async (direction) => {
    const { people } = await createBlockedPair();
    const [self, other] = [people[direction], people[otherOf(direction)]];
    const found = await self.callOk('shortUser', { params: other });
    const { profile } = await app.visitor.callOk('profilePage', { params: other });
    const { handle, display_name, cognito_user_uuid, avatar_version } = profile;
    expect(found).toEqual({ handle, display_name, cognito_user_uuid, avatar_version });
  });

  it.each(directions)(
    '[BLOCK-2, BLOCK-4] the %s catches up by socket and call: messages of before, neither notification nor read mark',
    async (direction) => {
      const [blocker, blocked, group] = await createConversation();
      const people = { blocker, blocked };
      const [self, other] = [people[direction], people[otherOf(direction)]];
      const own = await writeOk(self, other, 'to be read');
      const before = await connectSocket(app.url, { token: self.accessToken });
      const start = before.cursors();
      before[Symbol.dispose]();
      await other.callOk('markMessagesRead', { ...of(group), body: { uuid: own.uuid } });
      await writeOk(other, self, 'before the block');
      await other.callOk('createActivity', { body: { message: `a mention @${self.handle}` } });
      const kindsAfter = async (me: string) => {
        const answer = (await self.callOk('sync', { query: { me } })).streams.me;
        return answer && 'events' in answer ? answer.events.map(({ kind }) => kind) : [];
      };
      // Read from the origin, so that no answer below is shared with one of before the block; the read mark follows its answer.
      await expect
        .poll(async () => (await kindsAfter('0.0')).slice(-3).toSorted())
        .toEqual(['message.created', 'notification.created', 'read.updated']);
      await block(blocker, blocked);
      const expected = ['block.changed', 'message.created', 'void', 'void'];
      expect((await kindsAfter(start.me)).toSorted()).toEqual(expected);
      using after = await connectSocket(app.url, { token: self.accessToken, cursors: start });
      await after.waitForEvent('block.changed');
      expect(after.applied.me.map(({ kind }) => kind).toSorted()).toEqual(expected);
      const reply = await after.rawSocket.emitWithAck('sync', { stream: 'me', after: start.me });
      expect(reply.ok && reply.events.map(({ kind }) => kind).toSorted()).toEqual(expected);
    },
  );

  async function createConversation() {
    const [first, second] = [await app.signUp(), await app.signUp()];
    const sent = await writeOk(first, second);
    await writeOk(second, first);
    return [first, second, sent.message_group_uuid ?? ''] as const;
  }

  it.each(['sender', 'recipient'] as const)(
    '[REQUEST-13] a request whose %s has blocked the other is read and deleted, and not listed',
    async (who) => {
      const { sender, recipient, group } = await createRequest(app);
      await (who === 'sender' ? block(sender, recipient) : block(recipient, sender));
      expect(await stateOf(sender, group)).toBe('sent');
      expect(await stateOf(recipient, group)).toBe('received');
      expect(await listsOf(recipient)).toEqual({ open: [], requests: [] });
      expect(await codesOf(remove(sender, group))).toEqual(OWN_ONLY);
      const deleted = { message_group_uuid: group, state: 'deleted' };
      using own = await connectSocket(app.url, { token: recipient.accessToken });
      expect(await codesOf(remove(recipient, group))).toEqual([200, deleted]);
      expect((await own.waitForEvent('request.changed')).data).toEqual(deleted);
      expect(await codesOf(recipient.call('messageRequest', of(group)))).toEqual(MISSING);
      expect(await stateOf(sender, group)).toBe('sent');
    },
  );
});

const requestCalls = [
  'messageRequest',
  'acceptRequest',
  'deleteRequest',
  'messages',
  'messageLifetime',
] as const satisfies RouteName[];

describe('the calls about a message request', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp();
  });
  afterAll(() => app[Symbol.asyncDispose]());

  /** What each person gets who names the request; each call has a request of its own. */
  const answers: Record<
    (typeof requestCalls)[number],
    Record<'visitor' | 'stranger' | 'sender' | 'recipient', number>
  > = {
    messageRequest: { visitor: 401, stranger: 404, sender: 200, recipient: 200 },
    acceptRequest: { visitor: 401, stranger: 404, sender: 403, recipient: 200 },
    deleteRequest: { visitor: 401, stranger: 404, sender: 403, recipient: 200 },
    messages: { visitor: 401, stranger: 404, sender: 200, recipient: 200 },
    messageLifetime: { visitor: 401, stranger: 404, sender: 200, recipient: 200 },
  };
  const codes: Record<number, unknown> = { 401: VISITOR, 403: OWN_ONLY, 404: MISSING };

  it.each(requestCalls)('[REQUEST-11] %s is answered by who calls', async (name) => {
    const { sender, recipient, group } = await createRequest(app);
    const callers = { visitor: app.visitor, stranger: await app.signUp(), sender, recipient };
    for (const who of ['visitor', 'stranger', 'sender', 'recipient'] as const) {
      const status = answers[name][who];
      const answer = await codesOf(callers[who].call(name, of(group)));
      expect([who, answer]).toEqual([who, codes[status] ?? [status, expect.anything()]]);
    }
  });

  it('[REQUEST-11] the list of requests is each caller’s own', async () => {
    const { sender, recipient, group } = await createRequest(app);
    const stranger = await app.signUp();
    expect(await codesOf(app.visitor.call('messageRequests'))).toEqual(VISITOR);
    for (const [who, listed] of [
      [stranger, []],
      [sender, []],
      [recipient, [group]],
    ] as const)
      expect((await who.callOk('messageRequests')).map(({ uuid }) => uuid)).toEqual(listed);
  });

  it('[REQUEST-9, REQUEST-11] over the socket, only its members get its events, and a visitor has no socket', async () => {
    const { sender, recipient, group } = await createRequest(app);
    const stranger = await app.signUp();
    const sync = async (by: TestPerson) => {
      using tab = await connectSocket(app.url, { token: by.accessToken });
      const [reply, answer] = [
        await tab.rawSocket.emitWithAck('sync', { stream: 'me', after: '0.0' }),
        (await by.callOk('sync', { query: { me: '0.0' } })).streams.me,
      ];
      const events = reply.ok ? reply.events : [];
      expect(answer).toMatchObject({ events });
      return events.filter(({ data }) => JSON.stringify(data).includes(group));
    };
    expect(await sync(stranger)).toEqual([]);
    expect((await sync(sender)).map(({ kind }) => kind)).toEqual(['message.created']);
    expect((await sync(recipient)).map(({ kind }) => kind).toSorted()).toEqual([
      'message.created',
      'request.changed',
    ]);
    expect(await codesOf(app.visitor.call('sync', { query: { me: '0.0' } }))).toEqual(VISITOR);
    using refused = openSocket(app.url, { token: '' });
    expect(await refused.waitForEnd()).toBe('token_invalid');
  });

  it('[REQUEST-8, REQUEST-11] typing and presence in it from any caller reach no member', async () => {
    const { sender, recipient, group } = await createRequest(app);
    const stranger = await app.signUp();
    using theirs = await connectSocket(app.url, { token: sender.accessToken });
    using own = await connectSocket(app.url, { token: recipient.accessToken });
    using foreign = await connectSocket(app.url, { token: stranger.accessToken });
    for (const tab of [theirs, own, foreign]) {
      tab.rawSocket.emit('typing', { message_group_uuid: group });
      tab.rawSocket.emit('presence', { message_group_uuid: group });
      // The signals of one socket are handled in order.
      await tab.rawSocket.emitWithAck('sync', { stream: 'me', after: tab.cursors().me });
    }
    // A later frame of the same way shows that nothing is still on it.
    await recipient.callOk('acceptRequest', of(group));
    await Promise.all([theirs, own].map((tab) => tab.waitForEvent('request.changed')));
    for (const { frames } of [theirs, own, foreign])
      expect([...frames.typing, ...frames.presence]).toEqual([]);
  });
});
