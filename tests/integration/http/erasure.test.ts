import { ERASED_NAME } from '@cruddur/shared';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callPool, signIn, type TestPerson } from '../../support/people.ts';
import { connectSocket, type TestSocket } from '../../support/sockets.ts';
import { startTestApp, type TestApp } from '../../support/test-app.ts';
import { dumpTables } from '../../support/dump-tables.ts';
import { until } from '../../support/until.ts';

/** Contained in every text of Ann and in no other text. */
const MARKER = 'zwiebelkuchen';

describe('deleting an account', () => {
  let app: TestApp;
  let ann: TestPerson;
  let bob: TestPerson;
  let cy: TestPerson;
  let annsTab: TestSocket;
  let bobsTab: TestSocket;
  let start: { public: string; me: string };
  const cruds: Record<'anns' | 'bobs' | 'replyOfAnn' | 'replyOfBob', string> = {
    anns: '',
    bobs: '',
    replyOfAnn: '',
    replyOfBob: '',
  };
  let withBob = '';

  const reply = async (person: TestPerson, to: string, message: string) => {
    const params = { activity_uuid: to };
    return (await person.callOk('createReply', { params, body: { ...params, message } })).uuid;
  };

  beforeAll(async () => {
    // Rate limits store addresses, so they are on here.
    app = await startTestApp({ env: { RATE_LIMITS: 'on' } });
    [ann, bob, cy] = [await app.signUp({ name: MARKER }), await app.signUp(), await app.signUp()];
    annsTab = await connectSocket(app.url, { token: ann.accessToken });
    bobsTab = await connectSocket(app.url, { token: bob.accessToken });
    start = bobsTab.cursors();
    await ann.callOk('updateProfile', { body: { display_name: MARKER, bio: `${MARKER} bio` } });
    const message = `${MARKER} #${MARKER} @${bob.handle}`;
    cruds.anns = (await ann.callOk('createActivity', { body: { message } })).uuid;
    cruds.bobs = (await bob.callOk('createActivity', { body: { message: `hello @${ann.handle}` } })).uuid;
    cruds.replyOfBob = await reply(bob, cruds.anns, 'a reply to Ann');
    cruds.replyOfAnn = await reply(ann, cruds.bobs, `${MARKER} reply`);
    for (const mark of ['like', 'repost'] as const) {
      await ann.callOk(mark, { params: { activity_uuid: cruds.bobs } });
      await bob.callOk(mark, { params: { activity_uuid: cruds.anns } });
    }
    await bob.callOk('sendMessage', { body: { handle: ann.handle, message: 'to Ann' } });
    withBob = (await bob.callOk('messageGroups'))[0]?.uuid ?? '';
    await ann.callOk('sendMessage', { body: { message_group_uuid: withBob, message: `${MARKER} dm` } });
    await ann.callOk('sendMessage', { body: { handle: cy.handle, message: `${MARKER} dm` } });
    await signIn(app.url, ann);
    expect(await ann.callOk('deleteAccount')).toEqual({ deleted: true });
  });
  afterAll(async () => {
    annsTab[Symbol.dispose]();
    bobsTab[Symbol.dispose]();
    await app[Symbol.asyncDispose]();
  });

  it('[ERASE-1] nothing of a deleted user is in any answer, and their pages are gone', async () => {
    const answers = [
      await bob.callOk('homeFeed'),
      await bob.callOk('profilePage', { params: bob }),
      await bob.callOk('notifications'),
      await bob.callOk('messageGroups'),
      await cy.callOk('messageGroups'),
      await bob.callOk('messages', { params: { message_group_uuid: withBob } }),
      await bob.callOk('search', { query: { term: MARKER } }),
      await bob.callOk('search', { query: { term: `@${ann.handle}` } }),
      await bob.callOk('trends'),
      await bob.callOk('suggestedUsers'),
      await bob.callOk('sync', { query: start }),
    ];
    for (const answer of answers) expect(JSON.stringify(answer)).not.toContain(MARKER);
    expect(answers[7]).toMatchObject({ people: [] });
    expect(JSON.stringify([answers[0], answers[2], answers[9]])).not.toContain(ann.sub);
    for (const name of ['profilePage', 'shortUser'] as const) {
      const { status, body } = await bob.call(name, { params: ann });
      expect([status, body]).toEqual([404, ['user_not_found']]);
    }
    expect((await app.visitor.send('GET', `/@${ann.handle}`)).status).toBe(404);
    for (const uuid of [cruds.anns, cruds.replyOfAnn, cruds.replyOfBob]) {
      const params = { handle: ann.handle, activity_uuid: uuid };
      expect((await app.visitor.call('singlePost', { params })).body).toEqual(['activity_expired']);
    }
  });

  it('[ERASE-1] counts exclude the likes, reposts and replies of a deleted user', async () => {
    const params = { handle: bob.handle, activity_uuid: cruds.bobs };
    const { activity, replies } = await bob.callOk('singlePost', { params });
    expect(activity).toMatchObject({ likes_count: 0, reposts_count: 0, replies_count: 0 });
    expect([replies, (await bob.callOk('me')).unread]).toEqual([[], { notifications: 0, messages: 0 }]);
  });

  it('[ERASE-19] an author with a crud on screen receives its counts without the deleted user', async () => {
    const counts = () =>
      bobsTab.frames.counts
        .flatMap(({ activities }) => activities)
        .findLast(({ uuid }) => uuid === cruds.bobs);
    const none = { likes_count: 0, reposts_count: 0, replies_count: 0 };
    await until(
      () => counts()?.likes_count === 0 && counts()?.reposts_count === 0 && counts()?.replies_count === 0,
      {
        what: () => `${JSON.stringify(counts())} is ${JSON.stringify(none)}`,
      },
    );
  });

  it('[ERASE-2] no row of any table holds a deleted user’s texts, name or email, and the mailbox none of their mail', async () => {
    for (const { table, text } of await dumpTables(app.store)) {
      expect(text, table).not.toContain(MARKER);
      expect(text, table).not.toContain(ann.email);
    }
    const mail = await app.visitor.send('GET', `/local/mail?to=${ann.email}`, {
      headers: { accept: 'application/json' },
    });
    expect(mail.body).toEqual([]);
  });

  it('[ERASE-3] every sign-in ends, and repeating the deletion changes nothing', async () => {
    expect(await annsTab.waitForEnd()).toBe('session_revoked');
    expect((await ann.call('me')).status).toBe(401);
    await expect(signIn(app.url, ann)).rejects.toThrow('NotAuthorizedException');
    await expect(
      callPool(app.url, 'InitiateAuth', {
        AuthFlow: 'REFRESH_TOKEN_AUTH',
        AuthParameters: { REFRESH_TOKEN: ann.refreshToken },
      }),
    ).rejects.toThrow('NotAuthorizedException');
    expect(await ann.callOk('deleteAccount')).toEqual({ deleted: true });
    expect((await ann.call('me')).status).toBe(401);
  });

  it('[ERASE-4] the other member of a conversation keeps their own messages, next to a deleted account', async () => {
    expect(await bob.callOk('messageGroups')).toMatchObject([
      { uuid: withBob, message: 'to Ann', display_name: ERASED_NAME, handle: ann.handle, unread: 0 },
    ]);
    const messages = await bob.callOk('messages', { params: { message_group_uuid: withBob } });
    expect(messages.map(({ message, handle }) => [message, handle])).toEqual([['to Ann', bob.handle]]);
    const read = await bob.callOk('markMessagesRead', {
      params: { message_group_uuid: withBob },
      body: { uuid: messages[0]?.uuid ?? '' },
    });
    expect(read).toMatchObject({ read_uuid: messages[0]?.uuid, unread: 0 });
  });

  it('[ERASE-4] a conversation without messages leaves the list', async () => {
    expect(await cy.callOk('messageGroups')).toEqual([]);
  });

  it('[ERASE-5] a message to a deleted user is refused', async () => {
    for (const to of [{ handle: ann.handle }, { message_group_uuid: withBob }]) {
      const { status, body } = await bob.call('sendMessage', { body: { ...to, message: 'are you there?' } });
      expect([status, body]).toEqual([422, ['user_reciever_handle_blank']]);
    }
    await bob.callOk('createActivity', { body: { message: `where is @${ann.handle}?` } });
    const counts = await app.store.db.selectFrom('notifications').selectAll().execute();
    expect(counts.filter(({ recipient }) => recipient === ann.sub)).toEqual([]);
  });

  it('[ERASE-6] the handle stays reserved, and the same email can sign up under another handle', async () => {
    const params = { handle: ann.handle };
    expect(await app.visitor.callOk('handleAvailable', { params })).toEqual({ available: false });
    await expect(app.signUp({ handle: ann.handle, email: `new.${ann.email}` })).rejects.toThrow(
      '409: ["handle_taken"]',
    );
    const again = await app.signUp({ email: ann.email });
    expect(again.sub).not.toBe(ann.sub);
    expect((await again.callOk('me')).cruds_count).toBe(0);
  });

  it('[ERASE-9] open pages receive events, and a client that was offline receives no text of the deleted user', async () => {
    // A reply to a burned crud is removed with it and has no event of its own.
    for (const uuid of [cruds.anns, cruds.replyOfAnn])
      await bobsTab.waitForEvent('activity.deleted', ({ data }) => data.uuid === uuid);
    const { data } = await bobsTab.waitForEvent('messages.erased');
    expect(data).toEqual({ message_group_uuid: withBob, handle: ann.handle });
    await bobsTab.waitForEvent('profile.updated', (event) => event.data.display_name === ERASED_NAME);
    using back = await connectSocket(app.url, { token: bob.accessToken, cursors: start });
    await back.waitForEvent('messages.erased');
    await back.waitForEvent('profile.updated', (event) => event.data.display_name === ERASED_NAME);
    expect(JSON.stringify([back.applied, back.frames.events])).not.toContain(MARKER);
  });
});
