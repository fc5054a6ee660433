import { expect, it } from 'vitest';
import { createStore } from '../../../server/src/repositories/store.ts';
import {
  block,
  codesOf,
  expectRefusal,
  burn,
  postCrud,
  readMessages,
  replyTo,
  sendTo,
  unsend,
} from '../../support/actions.ts';
import { addPeople } from '../../support/add-people.ts';
import { disposeAfterAll } from '../../support/dispose-after-all.ts';
import {
  accept,
  allow,
  createPair,
  createRequest,
  listsOf,
  of,
  remove,
  send,
  stateOf,
  write,
} from '../../support/message-requests.ts';
import type { TestPerson } from '../../support/people.ts';
import { connectSocket } from '../../support/sockets.ts';
import { startTestApp } from '../../support/test-app.ts';

const DAY_MS = 86_400_000;

const app = disposeAfterAll(await startTestApp());
const UNANSWERED = [403, ['request_unanswered']];

it('everyone may write at first; the setting is changed by itself and reaches all tabs', async () => {
  const [sender, recipient] = [await app.signUp(), await app.signUp()];
  expect((await recipient.callOk('privacySettings')).messages_from).toBe('everyone');
  using tab = await connectSocket(app.url, { token: recipient.accessToken });
  expect(await allow(recipient, 'known')).toMatchObject({ messages_from: 'known', typing: true });
  expect((await tab.waitForEvent('privacy.changed')).data.messages_from).toBe('known');
  await recipient.callOk('changePrivacySettings', { body: { typing: false } });
  expect((await recipient.callOk('privacySettings')).messages_from).toBe('known');
  const wrong = recipient.send('PUT', '/api/users/me/privacy', { body: { messages_from: 'friends' } });
  await expectRefusal(wrong, 400, 'generic_400');
  await allow(recipient, 'everyone');
  const { message_group_uuid: group = '' } = await sendTo(sender, recipient);
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
  expect((await recipient.callOk('me')).unread).toMatchObject({ messages: 0, requests: 1 });
  expect((await sender.callOk('me')).unread).not.toHaveProperty('requests');
  expect([await stateOf(sender, group), await stateOf(recipient, group)]).toEqual(['sent', 'received']);
  expect(await readMessages(recipient, group)).toMatchObject([{ message: 'first' }]);
});

it('[REQUEST-2] pages of requests go back in time', async () => {
  const recipient = await app.signUp();
  await allow(recipient, 'known');
  const groups: string[] = [];
  for (let n = 0; n < 3; n += 1)
    groups.unshift((await sendTo(await app.signUp(), recipient)).message_group_uuid ?? '');
  const page = await recipient.send('GET', '/api/message_requests?limit=2');
  expect((page.body as { uuid: string }[]).map(({ uuid }) => uuid)).toEqual(groups.slice(0, 2));
  const query = /\?[^>]*/.exec(page.headers.get('link') ?? '')?.[0] ?? '';
  const next = await recipient.send('GET', `/api/message_requests${query}`);
  expect(next.body).toMatchObject([{ uuid: groups[2] }]);
});

it('[REQUEST-2] a person whom the recipient has replied to or written to writes directly, while the reply lives', async () => {
  const { sender, recipient } = await createPair(app);
  const { uuid } = await postCrud(sender, 'a crud');
  const reply = await replyTo(recipient, uuid, 'a reply');
  const { message_group_uuid: direct = '' } = await sendTo(sender, recipient);
  expect(await listsOf(recipient)).toEqual({ open: [direct], requests: [] });

  const { sender: other } = await createPair(app);
  const { uuid: theirs } = await postCrud(other, 'a crud');
  await replyTo(recipient, theirs, 'a reply');
  await burn(other, theirs);
  await sendTo(other, recipient);
  expect((await listsOf(recipient)).requests).toHaveLength(1);

  // Once open, the conversation stays open without the reply.
  await burn(recipient, reply.uuid);
  expect((await send(sender, { message_group_uuid: direct, message: 'more' })).status).toBe(200);
  expect((await listsOf(recipient)).open).toContain(direct);
  const { sender: stranger } = await createPair(app);
  await sendTo(recipient, stranger);
  expect((await write(stranger, recipient)).status).toBe(200);
});

it('[REQUEST-4] “no one new” refuses every new conversation, exactly as a block does, and leaves existing ones open', async () => {
  const { sender, recipient } = await createPair(app, 'none');
  const { uuid } = await postCrud(sender, 'a crud');
  await replyTo(recipient, uuid, 'a reply');
  const { sender: blocked, recipient: blocker } = await createPair(app, 'everyone');
  await block(blocker, blocked);
  const parts = async (by: TestPerson, to: TestPerson) => {
    const { status, body, headers } = await write(by, to);
    return { status, body, names: [...headers.keys()].sort() };
  };
  // Repeated, because a refusal may be remembered.
  for (let n = 0; n < 3; n += 1)
    expect(await parts(sender, recipient)).toEqual(await parts(blocked, blocker));
  await expectRefusal(write(sender, recipient), 403, 'message_not_allowed');
  const memberships = app.store.db.selectFrom('group_members').select('message_group');
  expect(await memberships.where('person', 'in', [sender.sub, blocked.sub]).execute()).toEqual([]);
  const { message_group_uuid: group = '' } = await sendTo(recipient, sender);
  expect((await send(sender, { message_group_uuid: group, message: 'an answer' })).status).toBe(200);
});

it('[REQUEST-5] a request holds three messages until it is answered, also when they race', async () => {
  const { sender, recipient, group } = await createRequest(app);
  const body = { message_group_uuid: group, message: 'more' };
  const sendAs = (n: number) => sender.call('sendMessage', { body, operation: `another-message-${n}` });
  const all = await Promise.all(Array.from({ length: 8 }, (_, n) => codesOf(sendAs(n))));
  expect(all.filter(([status]) => status === 200)).toHaveLength(2);
  expect(all.filter(([status]) => status !== 200)).toEqual(Array(6).fill(UNANSWERED));
  expect(await readMessages(recipient, group)).toHaveLength(3);
  expect((await write(sender, recipient)).body).toEqual(['request_unanswered']);
  const sent = all.findIndex(([status]) => status === 200);
  expect((await sendAs(sent)).status).toBe(200);
  await accept(recipient, group);
  expect((await recipient.callOk('me')).unread).not.toHaveProperty('requests');
  expect((await send(sender, body)).status).toBe(200);
});

it('[REQUEST-5] its sender is told how many messages it still takes, and when the recipient takes any', async () => {
  const { sender, recipient, group } = await createRequest(app);
  const leftOf = async (by: TestPerson) => (await by.callOk('messageRequest', of(group))).messages_left;
  expect([await leftOf(sender), await leftOf(recipient)]).toEqual([2, undefined]);
  for (let n = 0; n < 2; n += 1) await write(sender, recipient);
  expect(await leftOf(sender)).toBe(0);
  await allow(recipient, 'everyone');
  expect(await leftOf(sender)).toBeUndefined();
  await allow(recipient, 'none');
  expect(await leftOf(sender)).toBe(0);
  await allow(recipient, 'known');
  const reply = await replyTo(recipient, (await postCrud(sender, 'a crud')).uuid, 'a reply');
  expect(await leftOf(sender)).toBeUndefined();
  await burn(recipient, reply.uuid);
  expect(await leftOf(sender)).toBe(0);
  await allow(recipient, 'everyone');
  expect((await write(sender, recipient)).status).toBe(200);
  expect(await stateOf(sender, group)).toBe('open');
});

it('[REQUEST-5] a refusal in a shared commit refuses no other write of it', async () => {
  const { sender, recipient, group } = await createRequest(app);
  const { sender: one, recipient: other } = await createPair(app, 'everyone');
  const { message_group_uuid: open = '' } = await sendTo(one, other);
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
  expect(await readMessages(other, open)).toHaveLength(11);
});

it('the setting at the time of each message decides', async () => {
  const { sender, recipient, group } = await createRequest(app);
  await allow(recipient, 'none');
  await expectRefusal(write(sender, recipient), 403, 'message_not_allowed');
  expect(await listsOf(recipient)).toEqual({ open: [], requests: [group] });
  await allow(recipient, 'everyone');
  using own = await connectSocket(app.url, { token: recipient.accessToken });
  expect((await write(sender, recipient)).status).toBe(200);
  expect((await own.waitForEvent('request.changed')).data.state).toBe('open');
  expect(await listsOf(recipient)).toEqual({ open: [group], requests: [] });
  await allow(recipient, 'none');
  expect((await write(sender, recipient)).status).toBe(200);
});

it('an acceptance and a deletion at the same time end in one of the two', async () => {
  const { sender, recipient, group } = await createRequest(app);
  const answers = await Promise.all(
    [accept, remove, accept, remove].map((call) => codesOf(call(recipient, group))),
  );
  const isOpen = (await stateOf(sender, group)) === 'open';
  const [taken, lost] = isOpen ? [accept, remove] : [remove, accept];
  expect((await taken(recipient, group)).status).toBe(200);
  await expectRefusal(lost(recipient, group), 404, 'generic_404');
  expect(answers.filter(([status]) => status === 200)).toHaveLength(2);
});

it('first messages of both at the same time are one open conversation', async () => {
  const { sender, recipient } = await createPair(app);
  await allow(sender, 'known');
  const all = await Promise.all(
    Array.from({ length: 6 }, (_, n) => (n % 2 === 0 ? write(sender, recipient) : write(recipient, sender))),
  );
  expect(all.map(({ status }) => status)).toEqual(all.map(() => 200));
  for (const by of [sender, recipient]) {
    const { open, requests } = await listsOf(by);
    expect([open.length, requests]).toEqual([1, []]);
  }
});

it('a removed message counts among the three, and one that has disappeared is not shown', async () => {
  const { sender, recipient, first, group } = await createRequest(app);
  await unsend(sender, first.uuid);
  expect(await recipient.callOk('messageRequests')).toMatchObject([{ removed: true }]);
  await sender.callOk('setMessageLifetime', { ...of(group), body: { lifetime: '1-hour' } });
  const second = await sendTo(sender, recipient, 'second');
  expect(await recipient.callOk('messageRequests')).toMatchObject([{ message_uuid: second.uuid }]);
  await sendTo(sender, recipient, 'third');
  await app.advance(3_600_000);
  expect(await recipient.callOk('messageRequests')).toMatchObject([{ removed: true }]);
  await expectRefusal(write(sender, recipient), 403, 'request_unanswered');
});

it('[REQUEST-16] a person starts twenty a day, and three in the first day of the account; refused ones and requests count alike', async () => {
  await using limiting = await startTestApp({ env: { RATE_LIMITS: 'on' }, sharedStoreApp: app });
  const people = await addPeople(createStore(app.store.db, limiting.clock), 30);
  const author = await limiting.signUp();
  const next = () => people.pop() ?? { handle: '' };
  const limited = [403, ['too_many_conversations']];
  const friend = next();
  const { message_group_uuid: group = '' } = await sendTo(author, friend);
  const known = next();
  const closing = app.store.db.updateTable('people').set({ messages_from: 'none' });
  await closing.where('handle', '=', known.handle).execute();
  await expectRefusal(write(author, known), 403, 'message_not_allowed');
  const raced = await Promise.all([next(), next(), next(), next()].map((to) => codesOf(write(author, to))));
  expect(raced.filter(([status]) => status === 200)).toHaveLength(2);
  expect(raced.filter(([status]) => status !== 200)).toEqual([limited, limited]);
  expect((await send(author, { message_group_uuid: group, message: 'more' })).status).toBe(200);
  expect((await write(author, friend)).status).toBe(200);
  await limiting.advance(DAY_MS);
  for (let n = 0; n < 20; n += 1) await sendTo(author, next());
  expect(await codesOf(write(author, next()))).toEqual(limited);
});
