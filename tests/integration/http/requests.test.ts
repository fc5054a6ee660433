import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createStore } from '../../../server/src/repositories/store.ts';
import { addPeople } from '../../support/add-people.ts';
import {
  accept,
  allow,
  block,
  codesOf,
  createPair,
  createRequest,
  listsOf,
  of,
  REFUSED,
  remove,
  send,
  stateOf,
  UNANSWERED,
  write,
  writeOk,
} from '../../support/message-requests.ts';
import type { TestPerson } from '../../support/people.ts';
import { connectSocket } from '../../support/sockets.ts';
import { startTestApp, type TestApp } from '../../support/test-app.ts';

const DAY_MS = 86_400_000;

describe('message requests', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp();
  });
  afterAll(() => app[Symbol.asyncDispose]());

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
    const { sender, recipient, first, group } = await createRequest(app);
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
    const { sender, recipient } = await createPair(app);
    const { uuid } = await sender.callOk('createActivity', { body: { message: 'a crud' } });
    const params = { activity_uuid: uuid };
    const reply = await recipient.callOk('createReply', {
      params,
      body: { activity_uuid: uuid, message: 'a reply' },
    });
    const { message_group_uuid: direct = '' } = await writeOk(sender, recipient);
    expect(await listsOf(recipient)).toEqual({ open: [direct], requests: [] });

    const { sender: other } = await createPair(app);
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
    const { sender: stranger } = await createPair(app);
    await writeOk(recipient, stranger);
    expect((await write(stranger, recipient)).status).toBe(200);
  });

  it('[REQUEST-4] “no one new” refuses every new conversation, exactly as a block does, and leaves existing ones open', async () => {
    const { sender, recipient } = await createPair(app, 'none');
    const { uuid } = await sender.callOk('createActivity', { body: { message: 'a crud' } });
    await recipient.callOk('createReply', {
      params: { activity_uuid: uuid },
      body: { activity_uuid: uuid, message: 'a reply' },
    });
    const { sender: blocked, recipient: blocker } = await createPair(app, 'everyone');
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
    const { sender, recipient, group } = await createRequest(app);
    const body = { message_group_uuid: group, message: 'more' };
    const all = await Promise.all(
      Array.from({ length: 8 }, (_, n) => codesOf(send(sender, body, `another-message-${n}`))),
    );
    expect(all.filter(([status]) => status === 200)).toHaveLength(2);
    expect(all.filter(([status]) => status !== 200)).toEqual(Array(6).fill(UNANSWERED));
    expect(await recipient.callOk('messages', of(group))).toHaveLength(3);
    expect((await write(sender, recipient)).body).toEqual(['request_unanswered']);
    const sent = all.findIndex(([status]) => status === 200);
    expect((await send(sender, body, `another-message-${sent}`)).status).toBe(200);
    await accept(recipient, group);
    expect((await send(sender, body)).status).toBe(200);
  });

  it('[REQUEST-5] a refusal in a shared commit refuses no other write of it', async () => {
    const { sender, recipient, group } = await createRequest(app);
    const { sender: one, recipient: other } = await createPair(app, 'everyone');
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

  it('[REQUEST-10] the setting at the time of each message decides', async () => {
    const { sender, recipient, group } = await createRequest(app);
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

  it('[REQUEST-12] an acceptance and a deletion at the same time end in one of the two', async () => {
    const { sender, recipient, group } = await createRequest(app);
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
    const { sender, recipient } = await createPair(app);
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

  it('[REQUEST-14] a removed message counts among the three, and one that has disappeared is not shown', async () => {
    const { sender, recipient, first, group } = await createRequest(app);
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
