import type { MessageSenders } from '@cruddur/shared';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createStore } from '../../../server/src/repositories/store.ts';
import { addPeople } from '../../support/add-people.ts';
import type { TestPerson } from '../../support/people.ts';
import { connectSocket } from '../../support/sockets.ts';
import { startTestApp, type TestApp } from '../../support/test-app.ts';

const REFUSED = [403, ['message_not_allowed']];
const UNANSWERED = [403, ['request_unanswered']];
const MISSING = [404, ['message_group_not_found']];
const UNKNOWN_UUID = '11111111-1111-4111-8111-111111111111';
const DAY_MS = 86_400_000;

const codesOf = async (answer: Promise<{ status: number; body: unknown }>) => {
  const { status, body } = await answer;
  return [status, body];
};
const send = (by: TestPerson, body: object, operation?: string) =>
  by.call('sendMessage', { body, ...(operation !== undefined && { operation }) });
const write = (by: TestPerson, { handle }: { handle: string }, message = 'hello') =>
  send(by, { handle, message });
const writeOk = (by: TestPerson, { handle }: { handle: string }, message = 'hello') =>
  by.callOk('sendMessage', { body: { handle, message } });
const allow = (by: TestPerson, messages_from: MessageSenders) =>
  by.callOk('changePrivacySettings', { body: { messages_from } });
const of = (group: string) => ({ params: { message_group_uuid: group } });
const accept = (by: TestPerson, group: string) => by.call('acceptRequest', of(group));
const remove = (by: TestPerson, group: string) => by.call('deleteRequest', of(group));
const stateOf = async (by: TestPerson, group: string) => (await by.callOk('messageRequest', of(group))).state;
const block = (by: TestPerson, { sub }: TestPerson) =>
  by.call('blockPerson', { params: { cognito_user_uuid: sub } });

describe('message requests', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp();
  });
  afterAll(() => app[Symbol.asyncDispose]());

  /** Two people, of whom the recipient lets only people write whom they know. */
  async function createPair(senders: MessageSenders = 'known') {
    const [sender, recipient] = [await app.signUp(), await app.signUp()];
    await allow(recipient, senders);
    return { sender, recipient };
  }

  /** The same after the first message. */
  async function createRequest() {
    const { sender, recipient } = await createPair();
    const first = await writeOk(sender, recipient, 'first');
    return { sender, recipient, first, group: first.message_group_uuid ?? '' };
  }

  const isNot = { open: [], requests: [] };
  const listsOf = async (by: TestPerson) => ({
    open: (await by.callOk('messageGroups')).map(({ uuid }) => uuid),
    requests: (await by.callOk('messageRequests')).map(({ uuid }) => uuid),
  });

  it('[REQUEST-1] everyone may write at first; the setting is changed by itself and reaches all tabs', async () => {
    const [sender, recipient] = [await app.signUp(), await app.signUp()];
    expect((await recipient.callOk('privacySettings')).messages_from).toBe('everyone');
    using tab = await connectSocket(app.url, { token: recipient.accessToken });
    expect(await allow(recipient, 'known')).toMatchObject({ messages_from: 'known', typing: true });
    expect((await tab.waitForEvent('privacy.changed')).data.messages_from).toBe('known');
    await recipient.callOk('changePrivacySettings', { body: { typing: false } });
    expect((await recipient.callOk('privacySettings')).messages_from).toBe('known');
    const wrong = recipient.send('PUT', '/api/users/me/privacy', { body: { messages_from: 'friends' } });
    expect(await codesOf(wrong)).toEqual([400, ['generic_400']]);
    await allow(recipient, 'everyone');
    const { message_group_uuid: group = '' } = await writeOk(sender, recipient);
    expect(await listsOf(recipient)).toEqual({ open: [group], requests: [] });
    expect(await stateOf(recipient, group)).toBe('open');
  });

  it('[REQUEST-2] the first message of a stranger is a request: listed apart, not unread, and named so to both', async () => {
    const { sender, recipient, first, group } = await createRequest();
    expect(await listsOf(recipient)).toEqual({ open: [], requests: [group] });
    expect(await listsOf(sender)).toEqual({ open: [group], requests: [] });
    expect(await recipient.callOk('messageRequests')).toMatchObject([
      { uuid: group, message: 'first', message_uuid: first.uuid, request: 'received', handle: sender.handle },
    ]);
    expect(await sender.callOk('messageGroups')).toMatchObject([{ request: 'sent', read_uuid: null }]);
    expect((await recipient.callOk('me')).unread.messages).toBe(0);
    expect([await stateOf(sender, group), await stateOf(recipient, group)]).toEqual(['sent', 'received']);
    expect(await recipient.callOk('messages', of(group))).toMatchObject([{ message: 'first' }]);
  });

  it('[REQUEST-2] pages of requests go back in time', async () => {
    const recipient = await app.signUp();
    await allow(recipient, 'known');
    const groups: string[] = [];
    for (let n = 0; n < 3; n += 1)
      groups.unshift((await writeOk(await app.signUp(), recipient)).message_group_uuid ?? '');
    const page = await recipient.send('GET', '/api/message_requests?limit=2');
    expect((page.body as { uuid: string }[]).map(({ uuid }) => uuid)).toEqual(groups.slice(0, 2));
    const query = /\?[^>]*/.exec(page.headers.get('link') ?? '')?.[0] ?? '';
    const next = await recipient.send('GET', `/api/message_requests${query}`);
    expect(next.body).toMatchObject([{ uuid: groups[2] }]);
  });

  it('[REQUEST-3] a person whom the recipient has replied to or written to writes directly, while the reply lives', async () => {
    const { sender, recipient } = await createPair();
    const { uuid } = await sender.callOk('createActivity', { body: { message: 'a crud' } });
    const params = { activity_uuid: uuid };
    const reply = await recipient.callOk('createReply', {
      params,
      body: { activity_uuid: uuid, message: 'a reply' },
    });
    const { message_group_uuid: direct = '' } = await writeOk(sender, recipient);
    expect(await listsOf(recipient)).toEqual({ open: [direct], requests: [] });

    const { sender: other } = await createPair();
    const { uuid: theirs } = await other.callOk('createActivity', { body: { message: 'a crud' } });
    await recipient.callOk('createReply', {
      params: { activity_uuid: theirs },
      body: { activity_uuid: theirs, message: 'a reply' },
    });
    await other.callOk('burnActivity', { params: { activity_uuid: theirs } });
    await writeOk(other, recipient);
    expect((await listsOf(recipient)).requests).toHaveLength(1);

    // Once open, the conversation stays open without the reply.
    await recipient.callOk('burnActivity', { params: { activity_uuid: reply.uuid } });
    expect((await send(sender, { message_group_uuid: direct, message: 'more' })).status).toBe(200);
    expect((await listsOf(recipient)).open).toContain(direct);
    const { sender: stranger } = await createPair();
    await writeOk(recipient, stranger);
    expect((await write(stranger, recipient)).status).toBe(200);
  });

  it('[REQUEST-4] “no one new” refuses every new conversation, exactly as a block does, and leaves existing ones open', async () => {
    const { sender, recipient } = await createPair('none');
    const { uuid } = await sender.callOk('createActivity', { body: { message: 'a crud' } });
    await recipient.callOk('createReply', {
      params: { activity_uuid: uuid },
      body: { activity_uuid: uuid, message: 'a reply' },
    });
    const { sender: blocked, recipient: blocker } = await createPair('everyone');
    await block(blocker, blocked);
    const parts = async (by: TestPerson, to: TestPerson) => {
      const { status, body, headers } = await write(by, to);
      return { status, body, names: [...headers.keys()].sort() };
    };
    // Repeated, because a refusal may be remembered.
    for (let n = 0; n < 3; n += 1)
      expect(await parts(sender, recipient)).toEqual(await parts(blocked, blocker));
    expect(await codesOf(write(sender, recipient))).toEqual(REFUSED);
    const left = await app.store.db
      .selectFrom('group_members')
      .select('message_group')
      .where('person', 'in', [sender.sub, blocked.sub])
      .execute();
    expect(left).toEqual([]);
    const { message_group_uuid: group = '' } = await writeOk(recipient, sender);
    expect((await send(sender, { message_group_uuid: group, message: 'an answer' })).status).toBe(200);
  });

  it('[REQUEST-5] a request holds three messages until it is answered, also when they race', async () => {
    const { sender, recipient, group } = await createRequest();
    const body = { message_group_uuid: group, message: 'more' };
    const all = await Promise.all(
      Array.from({ length: 8 }, (_, n) => codesOf(send(sender, body, `another-message-${n}`))),
    );
    expect(all.filter(([status]) => status === 200)).toHaveLength(2);
    expect(all.filter(([status]) => status !== 200)).toEqual(Array(6).fill(UNANSWERED));
    expect(await recipient.callOk('messages', of(group))).toHaveLength(3);
    expect(await codesOf(write(sender, recipient))).toEqual(UNANSWERED);
    const sent = all.findIndex(([status]) => status === 200);
    expect((await send(sender, body, `another-message-${sent}`)).status).toBe(200);
    await accept(recipient, group);
    expect((await send(sender, body)).status).toBe(200);
  });

  it('[REQUEST-5] a refusal in a shared commit refuses no other write of it', async () => {
    const { sender, recipient, group } = await createRequest();
    const { sender: one, recipient: other } = await createPair('everyone');
    const { message_group_uuid: open = '' } = await writeOk(one, other);
    await write(sender, recipient);
    await write(sender, recipient);
    const all = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        n % 2 === 0
          ? send(sender, { message_group_uuid: group, message: 'refused' })
          : send(one, { message_group_uuid: open, message: `${n}` }),
      ),
    );
    expect(all.map(({ status }) => status)).toEqual(all.map((_, n) => (n % 2 === 0 ? 403 : 200)));
    expect(await other.callOk('messages', of(open))).toHaveLength(11);
  });

  it('[REQUEST-6] accepting opens it for both, in all tabs, and is repeated without effect', async () => {
    const { sender, recipient, group } = await createRequest();
    await using elsewhere = await startTestApp({ sharedStoreApp: app });
    using theirs = await connectSocket(elsewhere.url, { token: sender.accessToken });
    using own = await connectSocket(app.url, { token: recipient.accessToken });
    const open = { message_group_uuid: group, state: 'open' };
    expect(await codesOf(accept(recipient, group.toUpperCase()))).toEqual([200, open]);
    expect((await own.waitForEvent('request.changed')).data).toEqual(open);
    expect((await theirs.waitForEvent('request.changed')).data).toEqual(open);
    expect(await codesOf(accept(recipient, group))).toEqual([200, open]);
    expect(await codesOf(remove(recipient, group))).toEqual([404, ['generic_404']]);
    expect(await listsOf(recipient)).toEqual({ open: [group], requests: [] });
    expect((await recipient.callOk('me')).unread.messages).toBe(1);
    expect((await sender.callOk('messageGroups'))[0]).not.toHaveProperty('request');
  });

  it('[REQUEST-6] writing back accepts it, before the message', async () => {
    const { sender, recipient, group } = await createRequest();
    using theirs = await connectSocket(app.url, { token: sender.accessToken });
    await writeOk(recipient, sender, 'an answer');
    await theirs.waitForEvent('message.created');
    expect(theirs.applied.me.map(({ kind }) => kind)).toEqual(['request.changed', 'message.created']);
    expect(await stateOf(sender, group)).toBe('open');
  });

  it('[REQUEST-7] a deleted request and its messages are gone for the recipient only, and its sender is refused as by a block', async () => {
    const { sender, recipient, first, group } = await createRequest();
    using own = await connectSocket(app.url, { token: recipient.accessToken });
    using theirs = await connectSocket(app.url, { token: sender.accessToken });
    const start = own.cursors();
    await send(sender, { message_group_uuid: group, message: 'second' });
    const deleted = { message_group_uuid: group, state: 'deleted' };
    expect(await codesOf(remove(recipient, group))).toEqual([200, deleted]);
    expect((await own.waitForEvent('request.changed')).data).toEqual(deleted);
    expect(await codesOf(remove(recipient, group))).toEqual([200, deleted]);
    expect(await listsOf(recipient)).toEqual(isNot);
    for (const name of ['messages', 'messageRequest', 'messageLifetime'] as const)
      expect(await codesOf(recipient.call(name, of(group)))).toEqual(MISSING);
    const mark = { ...of(group), body: { uuid: first.uuid } };
    expect(await codesOf(recipient.call('markMessagesRead', mark))).toEqual(MISSING);
    const report = { kind: 'message' as const, uuid: first.uuid, reason: 'spam' as const, note: '' };
    expect(await codesOf(recipient.call('report', { body: report }))).toEqual([404, ['message_not_found']]);
    // A tab that catches up gets no text.
    using later = await connectSocket(app.url, { token: recipient.accessToken, cursors: start });
    await later.waitForEvent('request.changed');
    expect(later.applied.me.map(({ kind }) => kind)).toEqual(['void', 'request.changed']);
    expect(await codesOf(accept(recipient, group))).toEqual([404, ['generic_404']]);

    expect(await stateOf(sender, group)).toBe('sent');
    expect(await sender.callOk('messages', of(group))).toHaveLength(2);
    expect(await codesOf(write(sender, recipient))).toEqual(REFUSED);
    await allow(recipient, 'everyone');
    expect(await codesOf(write(sender, recipient))).toEqual(REFUSED);
    const change = { ...of(group), body: { lifetime: '1-hour' } };
    expect((await sender.call('setMessageLifetime', change)).status).toBe(200);
    await theirs.waitForEvent('lifetime.changed');
    expect(theirs.applied.me.map(({ kind }) => kind)).toEqual(['message.created', 'lifetime.changed']);

    // The recipient may still write; the messages that were deleted stay away.
    await writeOk(recipient, sender, 'hello after all');
    expect(await recipient.callOk('messages', of(group))).toMatchObject([{ message: 'hello after all' }]);
    expect(await sender.callOk('messages', of(group))).toHaveLength(3);
    expect((await write(sender, recipient)).status).toBe(200);
    expect((await recipient.callOk('me')).unread.messages).toBe(1);
  });

  it('[REQUEST-8] its sender gets no read mark, presence or typing, and the recipient none of the sender', async () => {
    const { sender, recipient, first, group } = await createRequest();
    using theirs = await connectSocket(app.url, { token: sender.accessToken });
    using own = await connectSocket(app.url, { token: recipient.accessToken });
    const signal = async () => {
      await app.advance(20_000);
      for (const tab of [theirs, own]) {
        tab.rawSocket.emit('typing', { message_group_uuid: group });
        tab.rawSocket.emit('presence', { message_group_uuid: group });
        // The signals of one socket are handled in order.
        await tab.rawSocket.emitWithAck('sync', { stream: 'me', after: tab.cursors().me });
      }
    };
    const received = () => [theirs, own].map(({ frames }) => frames.typing.length + frames.presence.length);
    await signal();
    await recipient.callOk('markMessagesRead', { ...of(group), body: { uuid: first.uuid } });
    await own.waitForEvent('read.updated');
    expect((await sender.callOk('messageGroups'))[0]?.read_uuid).toBeNull();
    await recipient.callOk('changePrivacySettings', { body: { read_receipts: false } });
    await recipient.callOk('changePrivacySettings', { body: { read_receipts: true } });
    const change = { ...of(group), body: { lifetime: '1-hour' } };
    expect(await codesOf(recipient.call('setMessageLifetime', change))).toEqual(REFUSED);
    expect(received()).toEqual([0, 0]);
    await accept(recipient, group);
    await Promise.all([theirs, own].map((tab) => tab.waitForEvent('request.changed')));
    expect(theirs.applied.me.map(({ kind }) => kind)).toEqual(['request.changed']);
    await signal();
    await expect.poll(received).toEqual([2, 2]);
    expect((await sender.callOk('messageGroups'))[0]?.read_uuid).toBe(first.uuid);
  });

  it('[REQUEST-9] an event of a request says so to its recipient only, also to a tab that catches up', async () => {
    const { sender, recipient } = await createPair();
    using own = await connectSocket(app.url, { token: recipient.accessToken });
    using theirs = await connectSocket(app.url, { token: sender.accessToken });
    const start = own.cursors();
    const { message_group_uuid: group = '' } = await writeOk(sender, recipient);
    const state = { message_group_uuid: group, state: 'received' };
    expect((await own.waitForEvent('request.changed')).data).toEqual(state);
    expect((await own.waitForEvent('message.created')).data.request).toBe(true);
    expect((await theirs.waitForEvent('message.created')).data).not.toHaveProperty('request');
    using later = await connectSocket(app.url, { token: recipient.accessToken, cursors: start });
    expect((await later.waitForEvent('message.created')).data.request).toBe(true);
    await writeOk(sender, recipient);
    await own.waitForEvent('message.created', ({ data }) => data.message_group_uuid === group);
    expect(own.applied.me.filter(({ kind }) => kind === 'request.changed')).toHaveLength(1);
  });

  it('[REQUEST-10] the setting at the time of each message decides', async () => {
    const { sender, recipient, group } = await createRequest();
    await allow(recipient, 'none');
    expect(await codesOf(write(sender, recipient))).toEqual(REFUSED);
    expect(await listsOf(recipient)).toEqual({ open: [], requests: [group] });
    await allow(recipient, 'everyone');
    using own = await connectSocket(app.url, { token: recipient.accessToken });
    expect((await write(sender, recipient)).status).toBe(200);
    expect((await own.waitForEvent('request.changed')).data.state).toBe('open');
    expect(await listsOf(recipient)).toEqual({ open: [group], requests: [] });
    await allow(recipient, 'none');
    expect((await write(sender, recipient)).status).toBe(200);
  });

  it('[REQUEST-11] only the recipient answers a request', async () => {
    const { sender, group } = await createRequest();
    const stranger = await app.signUp();
    for (const call of [accept, remove]) {
      expect(await codesOf(call(sender, group))).toEqual([403, ['generic_403']]);
      for (const [by, of] of [
        [stranger, group],
        [sender, UNKNOWN_UUID],
        [sender, 'none'],
      ] as const)
        expect(await codesOf(call(by, of))).toEqual(MISSING);
    }
    expect(await codesOf(stranger.call('messageRequest', of(group)))).toEqual(MISSING);
    expect(await codesOf(stranger.call('messageRequest', of('none')))).toEqual(MISSING);
    expect(await stateOf(sender, group)).toBe('sent');
  });

  it('[REQUEST-12] an acceptance and a deletion at the same time end in one of the two', async () => {
    const { sender, recipient, group } = await createRequest();
    const answers = await Promise.all(
      [accept, remove, accept, remove].map((call) => codesOf(call(recipient, group))),
    );
    const isOpen = (await stateOf(sender, group)) === 'open';
    const [taken, lost] = isOpen ? [accept, remove] : [remove, accept];
    expect((await taken(recipient, group)).status).toBe(200);
    expect(await codesOf(lost(recipient, group))).toEqual([404, ['generic_404']]);
    expect(answers.filter(([status]) => status === 200)).toHaveLength(2);
  });

  it('[REQUEST-12] first messages of both at the same time are one open conversation', async () => {
    const { sender, recipient } = await createPair();
    await allow(sender, 'known');
    const all = await Promise.all(
      Array.from({ length: 6 }, (_, n) =>
        n % 2 === 0 ? write(sender, recipient) : write(recipient, sender),
      ),
    );
    expect(all.map(({ status }) => status)).toEqual(all.map(() => 200));
    for (const by of [sender, recipient]) {
      const { open, requests } = await listsOf(by);
      expect([open.length, requests]).toEqual([1, []]);
    }
  });

  it('[REQUEST-13] a block takes a request from the list and refuses more; its end brings the request back', async () => {
    const { sender, recipient, group } = await createRequest();
    await block(recipient, sender);
    expect(await listsOf(recipient)).toEqual(isNot);
    expect(await codesOf(write(sender, recipient))).toEqual(REFUSED);
    await recipient.call('unblockPerson', { params: { cognito_user_uuid: sender.sub } });
    expect(await listsOf(recipient)).toEqual({ open: [], requests: [group] });
    const report = { kind: 'message' as const, reason: 'spam' as const, note: '' };
    const [message] = await recipient.callOk('messages', of(group));
    expect((await recipient.call('report', { body: { ...report, uuid: message?.uuid ?? '' } })).status).toBe(
      200,
    );
  });

  it('[REQUEST-13] the list leaves out suspended senders', async () => {
    const { sender, recipient, group } = await createRequest();
    const suspend = (suspended: boolean) =>
      app.store.db.updateTable('people').set({ suspended }).where('sub', '=', sender.sub).execute();
    await suspend(true);
    expect(await listsOf(recipient)).toEqual(isNot);
    await suspend(false);
    expect(await listsOf(recipient)).toEqual({ open: [], requests: [group] });
  });

  it('[REQUEST-14] a removed message counts among the three, and one that has disappeared is not shown', async () => {
    const { sender, recipient, first, group } = await createRequest();
    await sender.callOk('unsendMessage', { params: { message_uuid: first.uuid } });
    expect(await recipient.callOk('messageRequests')).toMatchObject([{ removed: true }]);
    await sender.callOk('setMessageLifetime', { ...of(group), body: { lifetime: '1-hour' } });
    const second = await writeOk(sender, recipient, 'second');
    expect(await recipient.callOk('messageRequests')).toMatchObject([{ message_uuid: second.uuid }]);
    await writeOk(sender, recipient, 'third');
    await app.advance(3_600_000);
    expect(await recipient.callOk('messageRequests')).toMatchObject([{ removed: true }]);
    expect(await codesOf(write(sender, recipient))).toEqual(UNANSWERED);
  });

  it.each(['sender', 'recipient'] as const)(
    '[REQUEST-15] is erased with the account of its %s',
    async (who) => {
      const pair = await createRequest();
      const { sender, recipient, group } = pair;
      await pair[who].callOk('deleteAccount');
      if (who === 'sender') {
        expect(await listsOf(recipient)).toEqual(isNot);
        expect(await recipient.callOk('messages', of(group))).toEqual([]);
      } else {
        expect(await sender.callOk('messages', of(group))).toHaveLength(1);
        expect((await send(sender, { message_group_uuid: group, message: 'x' })).status).toBe(422);
        const row = await app.store.db
          .selectFrom('people')
          .select('messages_from')
          .where('sub', '=', recipient.sub)
          .executeTakeFirst();
        expect(row).toEqual({ messages_from: 'everyone' });
      }
    },
  );
});

describe('new conversations', () => {
  it('[REQUEST-16] a person starts twenty a day, and three in the first day of the account; refused ones and requests count alike', async () => {
    await using app = await startTestApp({ env: { RATE_LIMITS: 'on' } });
    const store = createStore(app.store.db, app.clock);
    const people = await addPeople(store, 30);
    const author = await app.signUp();
    const next = () => people.pop() ?? { handle: '' };
    const limited = [403, ['too_many_conversations']];
    const friend = next();
    const { message_group_uuid: group = '' } = await writeOk(author, friend);
    const known = next();
    await app.store.db
      .updateTable('people')
      .set({ messages_from: 'none' })
      .where('handle', '=', known.handle)
      .execute();
    expect(await codesOf(write(author, known))).toEqual(REFUSED);
    const raced = await Promise.all([next(), next(), next(), next()].map((to) => codesOf(write(author, to))));
    expect(raced.filter(([status]) => status === 200)).toHaveLength(2);
    expect(raced.filter(([status]) => status !== 200)).toEqual([limited, limited]);
    expect((await send(author, { message_group_uuid: group, message: 'more' })).status).toBe(200);
    expect((await write(author, friend)).status).toBe(200);
    await app.advance(DAY_MS);
    for (let n = 0; n < 20; n += 1) await writeOk(author, next());
    expect(await codesOf(write(author, next()))).toEqual(limited);
  });
});
