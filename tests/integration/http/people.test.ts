import sharp from 'sharp';
import { AVATAR_MAX_BYTES } from '@cruddur/shared';
import { expect, it } from 'vitest';
import { burn, expectRefusal, postCrud } from '../../support/actions.ts';
import { createClient } from '../../support/clients.ts';
import { disposeAfterAll } from '../../support/dispose-after-all.ts';
import { callPool, signIn, type TestPerson } from '../../support/people.ts';
import { createRequestHead, openRawRequest } from '../../support/raw-request.ts';
import { connectSocket } from '../../support/sockets.ts';
import { startTestApp } from '../../support/test-app.ts';
import { until } from '../../support/until.ts';

const app = disposeAfterAll(await startTestApp());
const [ann, bob] = [await app.signUp({ name: 'Ann Arbor' }), await app.signUp({ name: 'Bob Bobson' })];

it('a user’s row is created at the first authenticated call, from the pool’s attributes', async () => {
  const cay = await app.signUp({ name: 'Cay Arbor' });
  expect(await cay.callOk('me')).toEqual({
    ...{
      handle: cay.handle,
      display_name: 'Cay Arbor',
      bio: '',
      cognito_user_uuid: cay.sub,
      email: cay.email,
    },
    ...{ cruds_count: 0, avatar_version: 0, unread: { notifications: 0, messages: 0 } },
  });
});

const changeAttribute = ({ accessToken }: TestPerson, Name: string, Value: string) =>
  callPool(app.url, 'UpdateUserAttributes', { AccessToken: accessToken, UserAttributes: [{ Name, Value }] });

it('[ACCOUNT-8] a handle that belongs to another user is refused at the first call', async () => {
  const early = await app.signUp();
  // The pool does not know this handle, so only the product can refuse it.
  const handle = `x${early.handle.slice(1)}`;
  await app.store.db.updateTable('people').set({ handle }).where('sub', '=', early.sub).execute();
  const answer = `me answered 409: ${JSON.stringify(['handle_taken'])}`;
  await expect(app.signUp({ handle })).rejects.toThrow(answer);
});

it('[PEOPLE-4] a handle known to the product keeps its user in the pool, while the name may change', async () => {
  const eve = await app.signUp();
  const taking = changeAttribute(eve, 'preferred_username', 'somebody_else');
  await expect(taking).rejects.toThrow('unauthorized attribute');
  await changeAttribute(eve, 'preferred_username', eve.handle);
  await changeAttribute(eve, 'name', 'Eve Arbor');
  expect(await app.visitor.callOk('handleAvailable', { params: eve })).toEqual({ available: false });
});

it('[PROFILE-1] a saved name and bio show at once everywhere and override the pool’s', async () => {
  const cay = await app.signUp();
  await postCrud(cay, 'signed');
  const saved = await cay.callOk('updateProfile', {
    body: { display_name: '  Ann of Green ', bio: 'New.' },
  });
  expect(saved).toEqual({ uuid: cay.sub, handle: cay.handle, display_name: 'Ann of Green', bio: 'New.' });
  const page = await app.visitor.callOk('profilePage', { params: cay });
  expect(page.profile).toMatchObject({ display_name: 'Ann of Green', bio: 'New.', cruds_count: 1 });
  expect(page.activities[0]?.display_name).toBe('Ann of Green');
  const again = createClient(app.url, (await signIn(app.url, cay)).accessToken);
  expect((await again.callOk('me')).display_name).toBe('Ann of Green');
});

it('[PROFILE-3] an omitted bio keeps its value', async () => {
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
  await expectRefusal(ann.send('PUT', '/api/profile/update', { body }), status, ...codes);
});

it('[PROFILE-4] visitors can view profiles; an unknown handle is a 404', async () => {
  await expectRefusal(
    app.visitor.call('profilePage', { params: { handle: 'nobody_here' } }),
    404,
    'user_not_found',
  );
  expect(
    (await app.visitor.call('profilePage', { params: { handle: bob.handle.toUpperCase() } })).status,
  ).toBe(200);
});

it('[POST-7] a post is found only under its author’s handle', async () => {
  const { uuid } = await postCrud(ann, 'mine');
  const under = (handle: string, activity_uuid: string) =>
    app.visitor.call('singlePost', { params: { handle, activity_uuid } });
  for (const [handle, id] of [
    [bob.handle, uuid],
    [ann.handle, '11111111-1111-4111-8111-111111111111'],
    [ann.handle, 'no-uuid'],
  ] as const) {
    await expectRefusal(under(handle, id), 404, 'activity_not_found');
  }
});

it('[PEOPLE-3] the owner and the availability of a handle can be looked up', async () => {
  expect(await ann.callOk('shortUser', { params: bob })).toMatchObject({ handle: bob.handle });
  await expectRefusal(ann.call('shortUser', { params: { handle: 'nobody_here' } }), 404, 'user_not_found');
  const available = async (handle: string) =>
    (await app.visitor.callOk('handleAvailable', { params: { handle } })).available;
  expect(await available('free_as_a_bird')).toBe(true);
  for (const name of [ann.handle.toUpperCase(), 'messages', '__proto__', 'constructor', 'no spaces'])
    expect(await available(name)).toBe(false);
});

it('[SEARCH-1] a search finds people, cruds and hashtags; a leading sign narrows it', async () => {
  const message = 'Zeppelin over #ZeppelinDay, it’s fine';
  const { uuid } = await postCrud(ann, message);
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
  await expectRefusal(bob.call('search', { query: { term: ' ' } }), 422, 'search_term_blank');
});

it('[SEARCH-7] a term of more than 100 characters or 10 different words is refused', async () => {
  const words = Array.from('abcdefghijk');
  const tooLong = ['x'.repeat(101), words.join(' '), Array(1000).fill('a').join(' '), `#${'x'.repeat(100)}`];
  for (const term of tooLong)
    await expectRefusal(bob.call('search', { query: { term } }), 422, 'search_term_too_long');
  for (const term of ['x'.repeat(100), `${words.slice(1).join(' ')} B C D`])
    expect((await bob.callOk('search', { query: { term } })).activities).toEqual([]);
});

it('a search for a part of an address finds the cruds with an address that has it', async () => {
  const message = 'Read https://www.example.com/x?y=x=1 or news.example.org/a-b.';
  const { uuid } = await postCrud(ann, message);
  await postCrud(ann, 'No address. At all');
  const terms = ['example.com', 'https://www.example.com/x', 'exam', 'x=1', 'read www.example'];
  for (const term of [...terms, 'news.example.org/a-b']) {
    const { activities } = await bob.callOk('search', { query: { term } });
    expect([term, ...activities.map((found) => found.uuid)]).toEqual([term, uuid]);
  }
});

it('[SEARCH-9] a word is found in every script, whatever its accents, and within a text without spaces', async () => {
  const texts = {
    'मौसम अच्छा है': ['मौसम', 'मौ', 'अच्छा'],
    今日は東京タワーへ行った: ['東京', '京タワ', '今日は 行った', 'ﾀﾜｰ'],
    สวัสดีครับทุกคน: ['ครับ', 'สวัสดี'],
    'Die Straße nach GIEẞEN': ['strasse', 'STRASSE', 'gießen'],
    'Un café crème à Zürich': ['cafe creme', 'CAFÉ', 'zur'],
    'Ο Οδυσσέας στην Ιθάκη': ['ΟΔΥΣΣΕΑΣ', 'ιθακη'],
    'Ёжик и йогурт': ['йогурт', 'ёжик'],
    'نرم‌افزار مُحَمَّد': ['نرم‌افزار', 'محمد'],
    'שָׁלוֹם עולם': ['שלום'],
    '서울에서 만나요': ['서울', '만나'],
    'I can’t, she said': ["can't", 'can’t'],
  };
  const uuids = new Map<string, string>();
  for (const text of Object.keys(texts)) uuids.set(text, (await postCrud(ann, text)).uuid);
  const find = async (term: string) =>
    (await bob.callOk('search', { query: { term } })).activities.map(({ uuid }) => uuid);
  for (const [text, terms] of Object.entries(texts))
    for (const term of terms) expect([term, ...(await find(term))]).toEqual([term, uuids.get(text)]);
  const zoe = await app.signUp({ name: 'Zoë Strauß' });
  for (const term of ['zoe', 'ZOË', 'strauss'])
    expect(
      (await bob.callOk('search', { query: { term: `@${term}` } })).people.map(({ handle }) => handle),
    ).toEqual([zoe.handle]);
  // No wildcard, also of those that fold to one.
  for (const term of ['@％', '@＿oe', '@%'])
    expect((await bob.callOk('search', { query: { term } })).people).toEqual([]);
  // Not across a space, in the middle of a word, or the letter of another word.
  for (const term of ['京行', 'ウル', 'ойогурт', 'ощ', 'मसम'])
    expect([term, ...(await find(term))]).toEqual([term]);
});

it('[SEARCH-2] trends count unexpired cruds, and samples fill the list', async () => {
  // Other tests have asked for the trends, which are kept for a while.
  await using own = await startTestApp();
  const cay = await own.signUp();
  await postCrud(cay, '#aws #AWS once a crud');
  const trends = await cay.callOk('trends');
  expect(trends).toContainEqual({ hashtag: 'aws', count: 1 });
  const names = trends.map(({ hashtag }) => hashtag.toLowerCase());
  expect(names).toContain('100daysofcloud');
  expect(names.filter((name) => name === 'aws')).toHaveLength(1);
  const suggested = await (await own.signUp()).callOk('suggestedUsers');
  expect(suggested.map(({ handle }) => handle)).toEqual([cay.handle]);
});

it('[SEARCH-2] a hashtag leaves the trends with its only crud, by a burn and by expiry', async () => {
  const names = async () => (await bob.callOk('trends')).map(({ hashtag }) => hashtag);
  const { uuid } = await postCrud(ann, 'only one #Einmalig');
  await postCrud(ann, 'an hour of #Kurzlebig', '1-hour');
  // A store that has cached other trends.
  await using fresh = await startTestApp({ sharedStoreApp: app });
  const other = createClient(fresh.url, bob.accessToken);
  const otherNames = async () => (await other.callOk('trends')).map(({ hashtag }) => hashtag);
  expect(await otherNames()).toEqual(expect.arrayContaining(['Einmalig', 'Kurzlebig']));
  await burn(ann, uuid);
  expect(await otherNames()).not.toContain('Einmalig');
  // The other store's clock may be ahead, by another test.
  await fresh.advance(2 * 3_600_000);
  expect(await otherNames()).not.toContain('Kurzlebig');
  expect(await names()).not.toContain('Einmalig');
});

const violet = { width: 40, height: 20, channels: 3, background: '#9500ff' } as const;
const png = await sharp({ create: violet }).png().toBuffer();

const put = async (url: string, bytes: Buffer, type = 'image/png') => {
  const headers = { 'content-type': type };
  const answer = await fetch(url, { method: 'PUT', body: new Uint8Array(bytes), headers });
  return [answer.status, await answer.text()];
};

it('[AVATAR-3] an uploaded picture is available to all users, and every socket receives its version', async () => {
  const cay = await app.signUp();
  using tab = await connectSocket(app.url, { token: ann.accessToken });
  const { url } = await cay.callOk('requestAvatarUpload', { body: { extension: 'png' } });
  expect((await put(url, png))[0]).toBe(200);
  const { data } = await tab.waitForEvent('profile.updated', (event) => event.data.handle === cay.handle);
  expect(data).toMatchObject({ cognito_user_uuid: cay.sub, avatar_version: 1 });
  const picture = await fetch(`${app.url}/avatars/processed/${cay.sub}.jpg?v=1`);
  expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
  await postCrud(cay, 'with a face');
  expect((await ann.callOk('homeFeed'))[0]?.avatar_version).toBe(1);
});

it('[AVATAR-4] an upload address accepts one upload, whichever gateway receives it', async () => {
  await using other = await startTestApp({ sharedStoreApp: app });
  const { url } = await ann.callOk('requestAvatarUpload', { body: { extension: 'png' } });
  const { pathname, search } = new URL(url);
  const headers = { 'content-type': 'image/png', 'content-length': png.length };
  using first = openRawRequest(app.url);
  first.write(createRequestHead(`PUT ${pathname}${search}`, headers));
  const key = pathname.split('/').at(-1) ?? '';
  const rows = app.store.db.selectFrom('avatar_uploads').select('receiving_until').where('key', '=', key);
  await until(async () => (await rows.executeTakeFirst())?.receiving_until, {
    what: 'the upload has begun',
  });
  const putThere = async () => (await put(`${other.url}${pathname}${search}`, png))[0];
  expect(await putThere()).toBe(403);
  first[Symbol.dispose]();
  await until(async () => (await putThere()) === 200, { what: 'the address can be used again' });
});

it('[AVATAR-2] an extension of no picture is refused', async () => {
  for (const extension of [undefined, null, '', 'exe', 'svg', '../png', 'png/../x']) {
    const asked = ann.send('POST', '/avatars/key_upload', { body: { extension } });
    await expectRefusal(asked, 422, 'extension_invalid');
  }
});

it('[AVATAR-5] an upload that is too large or no picture is refused, and an address fits one type', async () => {
  const { url } = await ann.callOk('requestAvatarUpload', { body: { extension: 'png' } });
  const large = Buffer.alloc(AVATAR_MAX_BYTES + 1);
  expect(await put(url, large)).toEqual([413, JSON.stringify(['generic_413'])]);
  expect(await put(url, Buffer.from('no picture'))).toEqual([415, JSON.stringify(['generic_415'])]);
  expect(await put(url, png, 'image/gif')).toEqual([403, JSON.stringify(['generic_403'])]);
  expect(await put(url.replace(/signature=.{4}/, 'signature=AAAA'), png)).toEqual([403, '["generic_403"]']);
  await app.advance(301_000);
  expect((await put(url, png))[0]).toBe(403);
});
