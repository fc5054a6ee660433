import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectSocket, type TestSocket } from '../../support/sockets.ts';
import { startTestApp, type TestApp } from '../../support/test-app.ts';
import type { TestPerson } from '../../support/people.ts';
import { until } from '../../support/until.ts';

describe('live delivery', () => {
  let app: TestApp;
  let ann: TestPerson;
  let bob: TestPerson;
  let eve: TestPerson;
  let tabs: Record<'ann' | 'bob' | 'eve', TestSocket>;
  beforeAll(async () => {
    app = await startTestApp();
    [ann, bob, eve] = [await app.signUp(), await app.signUp(), await app.signUp()];
    const tab = (person: TestPerson) => connectSocket(app.url, { token: person.accessToken });
    tabs = { ann: await tab(ann), bob: await tab(bob), eve: await tab(eve) };
  });
  afterAll(async () => {
    Object.values(tabs).forEach((tab) => tab[Symbol.dispose]());
    await app[Symbol.asyncDispose]();
  });

  it('[DELIVER-1] a crud, its reply, a changed name and a burning are delivered to every socket as they were answered', async () => {
    const crud = await ann.callOk('createActivity', { body: { message: 'live' } });
    const { liked: _liked, reposted: _reposted, ...open } = crud;
    const params = { activity_uuid: crud.uuid };
    const reply = await bob.callOk('createReply', {
      params,
      body: { activity_uuid: crud.uuid, message: 're' },
    });
    await ann.callOk('updateProfile', { body: { display_name: 'Ann Again', bio: '' } });
    await ann.callOk('burnActivity', { params });
    for (const tab of Object.values(tabs)) {
      expect(
        (await tab.waitForEvent('activity.created', ({ data }) => data.uuid === crud.uuid)).data,
      ).toEqual(open);
      await tab.waitForEvent('reply.created', ({ data }) => data.uuid === reply.uuid);
      await tab.waitForEvent('profile.updated', ({ data }) => data.display_name === 'Ann Again');
      await tab.waitForEvent('activity.deleted', ({ data }) => data.uuid === crud.uuid);
    }
  });

  it('[DELIVER-2] a message is delivered to its two members and no other user', async () => {
    const body = { handle: bob.handle, message: 'between us' };
    const sent = await ann.callOk('sendMessage', { body });
    for (const tab of [tabs.ann, tabs.bob]) {
      const { data } = await tab.waitForEvent('message.created', (event) => event.data.uuid === sent.uuid);
      expect(data).toEqual(sent);
    }
    await bob.callOk('createActivity', { body: { message: 'afterwards' } });
    await tabs.eve.waitForEvent('activity.created', ({ data }) => data.message === 'afterwards');
    expect(JSON.stringify([tabs.eve.applied, tabs.eve.frames])).not.toContain('between us');
  });

  it('[DELIVER-3] the author receives likes, and the liker’s other tabs receive their own mark', async () => {
    const { uuid } = await ann.callOk('createActivity', { body: { message: 'like me' } });
    await bob.callOk('like', { params: { activity_uuid: uuid } });
    const notification = await tabs.ann.waitForEvent(
      'notification.created',
      ({ data }) => data.reason === 'like',
    );
    expect(notification.data).toMatchObject({
      uuid,
      likes_count: 1,
      unread: true,
      actor: { handle: bob.handle },
    });
    expect((await tabs.bob.waitForEvent('activity.mine')).data).toEqual({
      uuid,
      liked: true,
      reposted: false,
    });
  });

  it('[DELIVER-4] both members receive the read mark of a conversation', async () => {
    const sent = await eve.callOk('sendMessage', { body: { handle: bob.handle, message: 'read me' } });
    const group = sent.message_group_uuid ?? '';
    await bob.callOk('markMessagesRead', {
      params: { message_group_uuid: group },
      body: { uuid: sent.uuid },
    });
    for (const tab of [tabs.eve, tabs.bob]) {
      const { data } = await tab.waitForEvent('read.updated');
      expect(data).toEqual({
        message_group_uuid: group,
        reader: bob.handle,
        read_uuid: sent.uuid,
        unread: 0,
      });
    }
  });

  it('[DELIVER-5] a client that was offline receives the missed events, in order and once each', async () => {
    const away = await connectSocket(app.url, { token: bob.accessToken });
    const cursors = away.cursors();
    away[Symbol.dispose]();
    const made: string[] = [];
    for (let n = 0; n < 12; n += 1) {
      made.push((await ann.callOk('createActivity', { body: { message: `missed ${n}` } })).uuid);
    }
    using back = await connectSocket(app.url, { token: bob.accessToken, cursors });
    await until(() => back.applied.public.length >= 12, { what: 'every missed event is received' });
    expect(back.applied.public.map((event) => event.kind === 'activity.created' && event.data.uuid)).toEqual(
      made,
    );
    expect(back.frames.ready[0]?.mode).toBe('resume');
  });

  it('[DELIVER-6] a cursor of another history resets the client to the heads', async () => {
    const cursors = { public: '3.doctored', me: '0.0' };
    using socket = await connectSocket(app.url, { token: ann.accessToken, cursors });
    expect(socket.frames.ready[0]?.mode).toBe('reset');
  });
});
