import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  accept,
  allow,
  block,
  codesOf,
  createPair,
  createRequest,
  listsOf,
  MISSING,
  of,
  REFUSED,
  remove,
  send,
  stateOf,
  write,
  writeOk,
} from '../../support/message-requests.ts';
import { connectSocket } from '../../support/sockets.ts';
import { startTestApp, type TestApp } from '../../support/test-app.ts';

const UNKNOWN_UUID = '11111111-1111-4111-8111-111111111111';
const NEITHER = { open: [], requests: [] };

describe('the answer to a message request', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp();
  });
  afterAll(() => app[Symbol.asyncDispose]());

  it('[REQUEST-6] accepting opens it for both, in all tabs, and is repeated without effect', async () => {
    const { sender, recipient, group } = await createRequest(app);
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
    const { sender, recipient, group } = await createRequest(app);
    using theirs = await connectSocket(app.url, { token: sender.accessToken });
    await writeOk(recipient, sender, 'an answer');
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
    await sender.callOk('unsendMessage', { params: { message_uuid: first.uuid } });
    await theirs.waitForEvent('message.removed');
    const sent = ['message.created', 'lifetime.changed', 'message.removed'];
    expect(theirs.applied.me.map(({ kind }) => kind)).toEqual(sent);
    expect(JSON.stringify(await recipient.callOk('exportData'))).not.toContain(sender.handle);

    // The recipient may still write; the messages that were deleted stay away.
    await writeOk(recipient, sender, 'hello after all');
    expect(await recipient.callOk('messages', of(group))).toMatchObject([{ message: 'hello after all' }]);
    const [exported] = (await recipient.callOk('exportData')).conversations;
    expect(exported?.messages).toMatchObject([{ message: 'hello after all' }]);
    await own.waitForEvent('message.created', ({ data }) => data.message === 'hello after all');
    expect(own.applied.me.map(({ kind }) => kind)).not.toContain('message.removed');
    expect(await sender.callOk('messages', of(group))).toHaveLength(3);
    expect((await write(sender, recipient)).status).toBe(200);
    expect((await recipient.callOk('me')).unread.messages).toBe(1);
  });

  it('[REQUEST-8] its sender gets no read mark, presence or typing, and the recipient none of the sender', async () => {
    const { sender, recipient, first, group } = await createRequest(app);
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
    const { sender, recipient } = await createPair(app);
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

  it('[REQUEST-11] only the recipient answers a request', async () => {
    const { sender, group } = await createRequest(app);
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

  it('[REQUEST-13] a block takes a request from the list and refuses more; its end brings the request back', async () => {
    const { sender, recipient, group } = await createRequest(app);
    await block(recipient, sender);
    expect(await listsOf(recipient)).toEqual(NEITHER);
    expect(await codesOf(write(sender, recipient))).toEqual(REFUSED);
    expect(await codesOf(accept(recipient, group))).toEqual(REFUSED);
    expect(JSON.stringify(await recipient.callOk('exportData'))).not.toContain(group);
    await recipient.call('unblockPerson', { params: { cognito_user_uuid: sender.sub } });
    expect(await listsOf(recipient)).toEqual({ open: [], requests: [group] });
    const report = { kind: 'message' as const, reason: 'spam' as const, note: '' };
    const [message] = await recipient.callOk('messages', of(group));
    expect((await recipient.call('report', { body: { ...report, uuid: message?.uuid ?? '' } })).status).toBe(
      200,
    );
  });

  it('[REQUEST-13] the list leaves out suspended senders', async () => {
    const { sender, recipient, group } = await createRequest(app);
    const suspend = (suspended: boolean) =>
      app.store.db.updateTable('people').set({ suspended }).where('sub', '=', sender.sub).execute();
    await suspend(true);
    expect(await listsOf(recipient)).toEqual(NEITHER);
    await suspend(false);
    expect(await listsOf(recipient)).toEqual({ open: [], requests: [group] });
  });

  it.each(['sender', 'recipient'] as const)(
    '[REQUEST-15] is erased with the account of its %s',
    async (who) => {
      const pair = await createRequest(app);
      const { sender, recipient, group } = pair;
      await pair[who].callOk('deleteAccount');
      if (who === 'sender') {
        expect(await listsOf(recipient)).toEqual(NEITHER);
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
