import { expect, it } from 'vitest';
import {
  block,
  codesOf,
  countSignals,
  expectRefusal,
  markRead,
  readMessages,
  sendSignals,
  sendTo,
  unblock,
  unsend,
} from '../../support/actions.ts';
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

const UNKNOWN_UUID = '11111111-1111-4111-8111-111111111111';
const NEITHER = { open: [], requests: [] };

const app = disposeAfterAll(await startTestApp());
const stranger = await app.signUp();

it('[REQUEST-6] accepting a request opens it for both, in all tabs, and is repeated without effect', async () => {
  const { sender, recipient, group } = await createRequest(app);
  await using elsewhere = await startTestApp({ sharedStoreApp: app });
  using theirs = await connectSocket(elsewhere.url, { token: sender.accessToken });
  using own = await connectSocket(app.url, { token: recipient.accessToken });
  const open = { message_group_uuid: group, state: 'open' };
  expect(await codesOf(accept(recipient, group.toUpperCase()))).toEqual([200, open]);
  expect((await own.waitForEvent('request.changed')).data).toEqual(open);
  expect((await theirs.waitForEvent('request.changed')).data).toEqual(open);
  expect(await codesOf(accept(recipient, group))).toEqual([200, open]);
  await expectRefusal(remove(recipient, group), 404, 'generic_404');
  expect(await listsOf(recipient)).toEqual({ open: [group], requests: [] });
  expect((await recipient.callOk('me')).unread.messages).toBe(1);
  expect((await sender.callOk('messageGroups'))[0]).not.toHaveProperty('request');
});

it('[REQUEST-6] writing back accepts a request, before the message', async () => {
  const { sender, recipient, group } = await createRequest(app);
  using theirs = await connectSocket(app.url, { token: sender.accessToken });
  await sendTo(recipient, sender, 'an answer');
  await theirs.waitForEvent('message.created');
  expect(theirs.applied.me.map(({ kind }) => kind)).toEqual(['request.changed', 'message.created']);
  expect(await stateOf(sender, group)).toBe('open');
});

it('[REQUEST-7] a deleted request and its messages are gone for the recipient only, and its sender is refused as by a block', async () => {
  const { sender, recipient, first, group } = await createRequest(app);
  using own = await connectSocket(app.url, { token: recipient.accessToken });
  using theirs = await connectSocket(app.url, { token: sender.accessToken });
  const start = own.cursors();
  await send(sender, { message_group_uuid: group, message: 'second' });
  const deleted = { message_group_uuid: group, state: 'deleted' };
  expect(await codesOf(remove(recipient, group))).toEqual([200, deleted]);
  expect((await own.waitForEvent('request.changed')).data).toEqual(deleted);
  expect(await codesOf(remove(recipient, group))).toEqual([200, deleted]);
  expect(await listsOf(recipient)).toEqual(NEITHER);
  for (const name of ['messages', 'messageRequest', 'messageLifetime'] as const)
    await expectRefusal(recipient.call(name, of(group)), 404, 'message_group_not_found');
  const marking = recipient.call('markMessagesRead', { ...of(group), body: { uuid: first.uuid } });
  await expectRefusal(marking, 404, 'message_group_not_found');
  const report = { kind: 'message' as const, uuid: first.uuid, reason: 'spam' as const, note: '' };
  await expectRefusal(recipient.call('report', { body: report }), 404, 'message_not_found');
  // A tab that catches up gets no text.
  using later = await connectSocket(app.url, { token: recipient.accessToken, cursors: start });
  await later.waitForEvent('request.changed');
  expect(later.applied.me.map(({ kind }) => kind)).toEqual(['void', 'request.changed']);
  await expectRefusal(accept(recipient, group), 404, 'generic_404');

  expect(await stateOf(sender, group)).toBe('sent');
  expect(await readMessages(sender, group)).toHaveLength(2);
  await expectRefusal(write(sender, recipient), 403, 'message_not_allowed');
  await allow(recipient, 'everyone');
  await expectRefusal(write(sender, recipient), 403, 'message_not_allowed');
  const change = { ...of(group), body: { lifetime: '1-hour' } };
  expect((await sender.call('setMessageLifetime', change)).status).toBe(200);
  await theirs.waitForEvent('lifetime.changed');
  await unsend(sender, first.uuid);
  await theirs.waitForEvent('message.removed');
  const sent = ['message.created', 'lifetime.changed', 'message.removed'];
  expect(theirs.applied.me.map(({ kind }) => kind)).toEqual(sent);
  expect(JSON.stringify(await recipient.callOk('exportData'))).not.toContain(sender.handle);

  // The recipient may still write; the messages that were deleted stay away.
  await sendTo(recipient, sender, 'hello after all');
  expect(await readMessages(recipient, group)).toMatchObject([{ message: 'hello after all' }]);
  const [exported] = (await recipient.callOk('exportData')).conversations;
  expect(exported?.messages).toMatchObject([{ message: 'hello after all' }]);
  await own.waitForEvent('message.created', ({ data }) => data.message === 'hello after all');
  expect(own.applied.me.map(({ kind }) => kind)).not.toContain('message.removed');
  expect(await readMessages(sender, group)).toHaveLength(3);
  expect((await write(sender, recipient)).status).toBe(200);
  expect((await recipient.callOk('me')).unread.messages).toBe(1);
});

it('[REQUEST-8] the sender of a request gets no read mark, presence or typing, and the recipient none of the sender', async () => {
  const { sender, recipient, first, group } = await createRequest(app);
  using theirs = await connectSocket(app.url, { token: sender.accessToken });
  using own = await connectSocket(app.url, { token: recipient.accessToken });
  using foreign = await connectSocket(app.url, { token: stranger.accessToken });
  const tabs = [theirs, own, foreign];
  const signal = async () => {
    await app.advance(20_000);
    for (const tab of tabs) await sendSignals(tab, group);
  };
  const received = () => tabs.map(countSignals);
  await signal();
  await markRead(recipient, group, first.uuid);
  await own.waitForEvent('read.updated');
  expect((await sender.callOk('messageGroups'))[0]?.read_uuid).toBeNull();
  await recipient.callOk('changePrivacySettings', { body: { read_receipts: false } });
  await recipient.callOk('changePrivacySettings', { body: { read_receipts: true } });
  const change = { ...of(group), body: { lifetime: '1-hour' } };
  await expectRefusal(recipient.call('setMessageLifetime', change), 403, 'message_not_allowed');
  expect(received()).toEqual([0, 0, 0]);
  await accept(recipient, group);
  await Promise.all([theirs, own].map((tab) => tab.waitForEvent('request.changed')));
  expect(theirs.applied.me.map(({ kind }) => kind)).toEqual(['request.changed']);
  await signal();
  await expect.poll(received).toEqual([2, 2, 0]);
  expect((await sender.callOk('messageGroups'))[0]?.read_uuid).toBe(first.uuid);
});

it('an event of a request says so to its recipient only, also to a tab that catches up', async () => {
  const { sender, recipient } = await createPair(app);
  using own = await connectSocket(app.url, { token: recipient.accessToken });
  using theirs = await connectSocket(app.url, { token: sender.accessToken });
  const start = own.cursors();
  const { message_group_uuid: group = '' } = await sendTo(sender, recipient);
  const state = { message_group_uuid: group, state: 'received' };
  expect((await own.waitForEvent('request.changed')).data).toEqual(state);
  expect((await own.waitForEvent('message.created')).data.request).toBe(true);
  expect((await theirs.waitForEvent('message.created')).data).not.toHaveProperty('request');
  using later = await connectSocket(app.url, { token: recipient.accessToken, cursors: start });
  expect((await later.waitForEvent('message.created')).data.request).toBe(true);
  await sendTo(sender, recipient);
  await own.waitForEvent('message.created', ({ data }) => data.message_group_uuid === group);
  expect(own.applied.me.filter(({ kind }) => kind === 'request.changed')).toHaveLength(1);
});

it('only the recipient answers a request', async () => {
  const { sender, group } = await createRequest(app);
  for (const call of [accept, remove]) {
    await expectRefusal(call(sender, group), 403, 'generic_403');
    for (const missing of [call(stranger, group), call(sender, UNKNOWN_UUID), call(sender, 'none')])
      await expectRefusal(missing, 404, 'message_group_not_found');
  }
  expect(await stateOf(sender, group)).toBe('sent');
});

it('for anyone but its members a request does not exist', async () => {
  const { sender, recipient, group } = await createRequest(app);
  for (const name of ['messageRequest', 'messages', 'messageLifetime'] as const) {
    await expectRefusal(app.visitor.call(name, of(group)), 401, 'generic_401');
    for (const unknown of [of(group), of('none')])
      await expectRefusal(stranger.call(name, unknown), 404, 'message_group_not_found');
    for (const member of [sender, recipient]) expect((await member.call(name, of(group))).status).toBe(200);
  }
  const requestsOf = async (by: TestPerson) => (await listsOf(by)).requests;
  expect([await requestsOf(stranger), await requestsOf(sender)]).toEqual([[], []]);
  expect(await requestsOf(recipient)).toEqual([group]);
});

it('only its members get its events, by socket and by call', async () => {
  const { sender, recipient, group } = await createRequest(app);
  const kindsOf = async (by: TestPerson) => {
    using tab = await connectSocket(app.url, { token: by.accessToken });
    const reply = await tab.rawSocket.emitWithAck('sync', { stream: 'me', after: '0.0' });
    const events = reply.ok ? reply.events : [];
    expect((await by.callOk('sync', { query: { me: '0.0' } })).streams.me).toMatchObject({ events });
    return events.filter(({ data }) => JSON.stringify(data).includes(group)).map(({ kind }) => kind);
  };
  expect(await kindsOf(stranger)).toEqual([]);
  expect(await kindsOf(sender)).toEqual(['message.created']);
  expect((await kindsOf(recipient)).toSorted()).toEqual(['message.created', 'request.changed']);
});

it('a block takes a request from the list and refuses more; its end brings the request back', async () => {
  const { sender, recipient, first, group } = await createRequest(app);
  await block(recipient, sender);
  expect(await listsOf(recipient)).toEqual(NEITHER);
  await expectRefusal(write(sender, recipient), 403, 'message_not_allowed');
  await expectRefusal(accept(recipient, group), 403, 'message_not_allowed');
  expect(JSON.stringify(await recipient.callOk('exportData'))).not.toContain(group);
  await unblock(recipient, sender);
  expect(await listsOf(recipient)).toEqual({ open: [], requests: [group] });
  await recipient.callOk('report', { body: { kind: 'message', uuid: first.uuid, reason: 'spam', note: '' } });
});

it('the list leaves out suspended senders', async () => {
  const { sender, recipient, group } = await createRequest(app);
  const suspend = (suspended: boolean) =>
    app.store.db.updateTable('people').set({ suspended }).where('sub', '=', sender.sub).execute();
  await suspend(true);
  expect(await listsOf(recipient)).toEqual(NEITHER);
  await suspend(false);
  expect(await listsOf(recipient)).toEqual({ open: [], requests: [group] });
});

it.each(['sender', 'recipient'] as const)('a request is erased with the account of its %s', async (who) => {
  const pair = await createRequest(app);
  const { sender, recipient, group } = pair;
  await pair[who].callOk('deleteAccount');
  if (who === 'sender') {
    expect(await listsOf(recipient)).toEqual(NEITHER);
    expect(await readMessages(recipient, group)).toEqual([]);
  } else {
    expect(await readMessages(sender, group)).toHaveLength(1);
    expect((await send(sender, { message_group_uuid: group, message: 'x' })).status).toBe(422);
    const people = app.store.db.selectFrom('people').selectAll().where('sub', '=', recipient.sub);
    expect(await people.execute()).toMatchObject([{ messages_from: 'everyone' }]);
  }
});
