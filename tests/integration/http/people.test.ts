import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../support/test-app.ts';
import { callPool, signIn, type TestPerson } from '../../support/people.ts';
import { createClient } from '../../support/clients.ts';

describe('people', () => {
  let app: TestApp;
  let ann: TestPerson;
  let bob: TestPerson;
  beforeAll(async () => {
    app = await startTestApp();
    [ann, bob] = [await app.signUp({ name: 'Ann Arbor' }), await app.signUp({ name: 'Bob Bobson' })];
  });
  afterAll(() => app[Symbol.asyncDispose]());

  it('[PEOPLE-1] a user’s row is created at the first authenticated call, from the pool’s attributes', async () => {
    expect(await ann.callOk('me')).toEqual({
      handle: ann.handle,
      display_name: 'Ann Arbor',
      bio: '',
      cognito_user_uuid: ann.sub,
      email: ann.email,
      cruds_count: 0,
      avatar_version: 0,
      unread: { notifications: 0, messages: 0 },
    });
  });

  it('[PEOPLE-2] a handle that belongs to another user is refused at the first call, and nothing is created', async () => {
    const [late, early] = [await app.signUp(), await app.signUp()];
    const taken = { Name: 'preferred_username', Value: `x${late.handle.slice(1)}` };
    await app.store.db
      .updateTable('people')
      .set({ handle: taken.Value })
      .where('sub', '=', early.sub)
      .execute();
    await app.store.db.deleteFrom('people').where('sub', '=', late.sub).execute();
    await callPool(app.url, 'UpdateUserAttributes', {
      AccessToken: late.accessToken,
      UserAttributes: [taken],
    });
    await using other = await startTestApp({ sharedStoreApp: app });
    const answer = await createClient(other.url, late.accessToken).call('me');
    expect([answer.status, answer.body]).toEqual([409, ['handle_taken']]);
  });

  it('[PROFILE-1] a saved name and bio show at once everywhere and override the pool’s', async () => {
    await ann.callOk('createActivity', { body: { message: 'signed' } });
    const saved = await ann.callOk('updateProfile', {
      body: { display_name: '  Ann of Green ', bio: 'New.' },
    });
    expect(saved).toEqual({ uuid: ann.sub, handle: ann.handle, display_name: 'Ann of Green', bio: 'New.' });
    const page = await app.visitor.callOk('profilePage', { params: ann });
    expect(page.profile).toMatchObject({ display_name: 'Ann of Green', bio: 'New.', cruds_count: 1 });
    expect(page.activities[0]?.display_name).toBe('Ann of Green');
    const again = createClient(app.url, (await signIn(app.url, ann)).accessToken);
    expect((await again.callOk('me')).display_name).toBe('Ann of Green');
  });

  it('[PROFILE-2] an omitted bio keeps its value', async () => {
    await bob.callOk('updateProfile', { body: { display_name: 'Bob', bio: 'kept' } });
    expect((await bob.callOk('updateProfile', { body: { display_name: 'Bobby' } })).bio).toBe('kept');
    expect((await bob.callOk('updateProfile', { body: { display_name: 'Bobby', bio: '' } })).bio).toBe('');
  });

  it.each([
    [{}, 422, ['display_name_blank']],
    [{ display_name: '\u2003\u200d' }, 422, ['display_name_blank']],
    [
      { display_name: 'x'.repeat(51), bio: 'y'.repeat(161) },
      422,
      ['display_name_exceed_max_chars_50', 'bio_exceed_max_chars_160'],
    ],
    [{ display_name: 'Ann\u202e' }, 422, ['display_name_invalid']],
    [{ display_name: '\u0410dmin' }, 422, ['display_name_invalid']],
    [{ display_name: 'ok', bio: 7 }, 400, ['generic_400']],
  ])('[PROFILE-3] %j is refused', async (body, status, codes) => {
    const answer = await ann.send('PUT', '/api/profile/update', { body });
    expect([answer.status, answer.body]).toEqual([status, codes]);
  });

  it('[PROFILE-4] visitors can view profiles; an unknown handle is a 404', async () => {
    const answer = await app.visitor.call('profilePage', { params: { handle: 'nobody_here' } });
    expect([answer.status, answer.body]).toEqual([404, ['user_not_found']]);
    expect(
      (await app.visitor.call('profilePage', { params: { handle: bob.handle.toUpperCase() } })).status,
    ).toBe(200);
  });

  it('[POST-7] a post is found only under its author’s handle', async () => {
    const { uuid } = await ann.callOk('createActivity', { body: { message: 'mine' } });
    const under = (handle: string, activity_uuid: string) =>
      app.visitor.call('singlePost', { params: { handle, activity_uuid } });
    for (const [handle, id] of [
      [bob.handle, uuid],
      [ann.handle, '11111111-1111-4111-8111-111111111111'],
      [ann.handle, 'no-uuid'],
    ] as const) {
      const answer = await under(handle, id);
      expect([answer.status, answer.body]).toEqual([404, ['activity_not_found']]);
    }
  });

  it('[PEOPLE-3] the owner and the availability of a handle can be looked up', async () => {
    const short = { handle: bob.handle, display_name: 'Bobby', cognito_user_uuid: bob.sub };
    expect(await ann.callOk('shortUser', { params: bob })).toMatchObject({ handle: short.handle });
    const unknown = await ann.call('shortUser', { params: { handle: 'nobody_here' } });
    expect([unknown.status, unknown.body]).toEqual([404, ['user_not_found']]);
    const available = async (handle: string) =>
      (await app.visitor.callOk('handleAvailable', { params: { handle } })).available;
    expect(await available('free_as_a_bird')).toBe(true);
    expect(await available(ann.handle.toUpperCase())).toBe(false);
    expect(await available('messages')).toBe(false);
    for (const name of ['__proto__', 'constructor', 'toString']) expect(await available(name)).toBe(false);
    expect(await available('no spaces')).toBe(false);
  });

  it('[SEARCH-1] a search finds people, cruds and hashtags; a leading sign narrows it', async () => {
    const message = 'Zeppelin over #ZeppelinDay, it’s fine';
    const { uuid } = await ann.callOk('createActivity', { body: { message } });
    const find = async (term: string) => {
      const found = await bob.callOk('search', { query: { term } });
      return [
        found.activities.map((one) => one.uuid),
        found.hashtags.map((one) => one.hashtag),
        found.people.map((one) => one.handle),
      ];
    };
    expect(await find('zeppelin over')).toEqual([[uuid], [], []]);
    expect(await find('zepp')).toEqual([[uuid], ['ZeppelinDay'], []]);
    expect(await find('#zeppelinday')).toEqual([[uuid], ['ZeppelinDay'], []]);
    expect(await find(`@${ann.handle.slice(0, 6)}`)).toEqual([[], [], [ann.handle]]);
    expect(await find("100% ' & | ! :* \\ (")).toEqual([[], [], []]);
    const blank = await bob.call('search', { query: { term: ' ' } });
    expect([blank.status, blank.body]).toEqual([422, ['search_term_blank']]);
  });

  it.each([
    'example.com',
    'https://www.example.com/x',
    'exam',
    'x=1',
    'read www.example',
    'news.example.org/a-b',
  ])('[SEARCH-4] a search for %s finds the cruds with an address that has it', async (term) => {
    const message = 'Read https://www.example.com/x?y=x=1 or news.example.org/a-b.';
    const { uuid } = await ann.callOk('createActivity', { body: { message } });
    await ann.callOk('createActivity', { body: { message: 'No address. At all' } });
    const { activities } = await bob.callOk('search', { query: { term } });
    expect(activities[0]?.uuid).toBe(uuid);
    expect(activities.every((found) => found.message === message)).toBe(true);
  });

  it('[SEARCH-2] trends count unexpired cruds, and samples fill the list', async () => {
    await ann.callOk('createActivity', { body: { message: '#aws #AWS once a crud' } });
    const trends = await bob.callOk('trends');
    expect(trends).toContainEqual({ hashtag: 'aws', count: 1 });
    expect(trends.map(({ hashtag }) => hashtag)).toContain('100DaysOfCloud');
    expect((await bob.callOk('suggestedUsers')).map(({ handle }) => handle)).toContain(ann.handle);
  });
});
