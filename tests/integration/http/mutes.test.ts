import { randomUUID } from 'node:crypto';
import { MUTES_MAX, type BodyInputOf, type Mute, type Routes } from '@cruddur/shared';
import { expect, it } from 'vitest';
import { createMuteReads } from '../../../server/src/repositories/mutes.ts';
import { purgeExpired } from '../../../server/src/repositories/purge.ts';
import { codesOf, expectRefusal, postCrud, replyTo, sendTo } from '../../support/actions.ts';
import { disposeAfterAll } from '../../support/dispose-after-all.ts';
import { dumpTables, findTablesWithPerson } from '../../support/dump-tables.ts';
import type { TestPerson } from '../../support/people.ts';
import { connectSocket } from '../../support/sockets.ts';
import { startTestApp } from '../../support/test-app.ts';
import { until } from '../../support/until.ts';

const HOUR_MS = 3_600_000;
const MARKER = 'quittenmus';
type MuteBody = BodyInputOf<Routes['mute']>;

const app = disposeAfterAll(await startTestApp());
const { db } = app.store;
const [ann, bob] = [await app.signUp(), await app.signUp()];

const mute = (by: TestPerson, body: MuteBody) => by.callOk('mute', { body });
const unmute = (by: TestPerson, { uuid }: Mute) => by.call('unmute', { params: { mute_uuid: uuid } });
const valuesOf = async (by: TestPerson) =>
  (await by.callOk('mutes')).map(({ kind, value }) => `${kind} ${value}`);

it('[MUTE-1] a person, a word and a hashtag are listed for the muting person only, with their ends', async () => {
  const [eve, dan] = [await app.signUp(), await app.signUp()];
  const person = await mute(eve, { kind: 'person', value: dan.sub.toUpperCase(), duration: '1-hour' });
  expect(person).toMatchObject({ kind: 'person', value: dan.sub, person: { handle: dan.handle } });
  const word = await mute(eve, { kind: 'word', value: ' Crème brûlée ', duration: '7-days' });
  expect(word).toMatchObject({ kind: 'word', value: 'Crème brûlée' });
  const hashtag = await mute(eve, { kind: 'hashtag', value: 'CloudProject' });
  expect(hashtag).toMatchObject({ kind: 'hashtag', value: 'CloudProject', until: null });
  const now = app.clock.now().getTime();
  const lastsMs = ({ until: end }: Mute) => Date.parse(end ?? '') - now;
  expect(lastsMs(person)).toBeGreaterThan(0.9 * HOUR_MS);
  expect(lastsMs(person)).toBeLessThanOrEqual(HOUR_MS);
  expect(Math.round(lastsMs(word) / HOUR_MS)).toBe(7 * 24);
  const all = await eve.callOk('mutes');
  expect(all.map(({ uuid }) => uuid).toSorted()).toEqual(
    [person, word, hashtag].map(({ uuid }) => uuid).toSorted(),
  );
  expect((await eve.callOk('me')).mutes).toEqual(all);
  expect(await dan.callOk('mutes')).toEqual([]);
  expect((await dan.callOk('me')).mutes).toBeUndefined();
});

it('muting the same again, in any spelling, changes the end of the one mute', async () => {
  const eve = await app.signUp();
  const first = await mute(eve, { kind: 'word', value: 'Café', duration: '1-hour' });
  const second = await mute(eve, { kind: 'word', value: 'CAFE', duration: 'always' });
  expect(second).toMatchObject({ uuid: first.uuid, value: 'CAFE', until: null });
  await mute(eve, { kind: 'hashtag', value: 'AWS' });
  await mute(eve, { kind: 'hashtag', value: 'aws' });
  expect((await valuesOf(eve)).toSorted()).toEqual(['hashtag aws', 'word CAFE']);
  const repeated = Array.from({ length: 5 }, () => mute(eve, { kind: 'word', value: 'at once' }));
  expect(new Set((await Promise.all(repeated)).map(({ uuid }) => uuid)).size).toBe(1);
});

it('[MUTE-3] what cannot be muted, and more than a hundred mutes, are refused with their codes', async () => {
  const eve = await app.signUp();
  const refused = (body: unknown, status: number, code: string) =>
    expectRefusal(eve.send('POST', '/api/mutes', { body }), status, code);
  for (const value of ['', '  ', '\u200b', '\u0301', 'x'.repeat(51), undefined])
    await refused({ kind: 'word', value }, 422, 'mute_invalid');
  for (const value of ['', '#aws', 'two words', 'a-b', 'x'.repeat(51)])
    await refused({ kind: 'hashtag', value }, 422, 'mute_invalid');
  for (const value of ['', 'unknown', randomUUID()])
    await refused({ kind: 'person', value }, 404, 'user_not_found');
  await refused({ kind: 'person', value: eve.sub }, 403, 'generic_403');
  const unreadable = [{ kind: 'place' }, { kind: 'word', value: 7 }, { kind: 'word', duration: '2-hours' }];
  for (const body of [...unreadable.map((change) => ({ value: 'x', ...change })), []])
    await refused(body, 400, 'generic_400');
  const words = Array.from({ length: MUTES_MAX - 1 }, (_, n) => ({ key: `w${n}`, value: `w${n}` }));
  const common = { owner: eve.sub, kind: 'word' as const, person: null, until: null };
  const rows = words.map((word) => ({ ...common, ...word, created_at: app.clock.now() }));
  await db.insertInto('mutes').values(rows).execute();
  await mute(eve, { kind: 'word', value: 'the last one' });
  await refused({ kind: 'word', value: 'one too many' }, 413, 'generic_413');
  await mute(eve, { kind: 'word', value: 'w1', duration: '1-day' });
  expect(await eve.callOk('mutes')).toHaveLength(MUTES_MAX);
});

it('[MUTE-4] only its owner ends a mute, and only once', async () => {
  const eve = await app.signUp();
  const word = await mute(eve, { kind: 'word', value: 'spoiler' });
  await expectRefusal(unmute(bob, word), 404, 'generic_404');
  expect(await valuesOf(eve)).toEqual(['word spoiler']);
  expect(await codesOf(unmute(eve, word))).toEqual([200, { uuid: word.uuid }]);
  await expectRefusal(unmute(eve, word), 404, 'generic_404');
  await expectRefusal(unmute(eve, { ...word, uuid: 'unknown' }), 404, 'generic_404');
  expect(await valuesOf(eve)).toEqual([]);
});

it('a mute, its new end and its undoing reach the owner’s stream and no other one', async () => {
  const eve = await app.signUp();
  using socket = await connectSocket(app.url, { token: eve.accessToken });
  using other = await connectSocket(app.url, { token: bob.accessToken });
  const word = await mute(eve, { kind: 'word', value: 'spoiler', duration: '1-day' });
  const isOf = (end: 'with' | 'without') => (event: { data: { mute: Mute | null } }) =>
    (event.data.mute?.until != null) === (end === 'with');
  const added = await socket.waitForEvent('mute.changed', isOf('with'));
  expect(added.data).toEqual({ uuid: word.uuid, mute: word });
  const lasting = await mute(eve, { kind: 'word', value: 'spoiler' });
  const changed = await socket.waitForEvent('mute.changed', isOf('without'));
  expect(changed.data).toEqual({ uuid: word.uuid, mute: lasting });
  await unmute(eve, word);
  await until(() => socket.applied.me.length === 3, { what: 'three events' });
  const ended = { kind: 'mute.changed', data: { uuid: word.uuid, mute: null } };
  expect(socket.applied.me.at(-1)).toMatchObject(ended);
  await postCrud(eve, 'a crud after it');
  await other.waitForEvent('activity.created');
  expect(other.applied.me).toEqual([]);
});

it('a mute ends in its millisecond by the server’s clock, and its row is purged', async () => {
  const eve = await app.signUp();
  const short = await mute(eve, { kind: 'word', value: 'short', duration: '1-hour' });
  await mute(eve, { kind: 'word', value: 'long', duration: '1-day' });
  const end = new Date(short.until ?? '');
  const listAt = (now: Date) => createMuteReads(db).listMutes(eve.sub, now);
  expect(await listAt(new Date(end.getTime() - 1))).toHaveLength(2);
  expect(await listAt(end)).toMatchObject([{ value: 'long' }]);
  await purgeExpired(db, end);
  const rows = await db.selectFrom('mutes').select('value').where('owner', '=', eve.sub).execute();
  expect(rows).toEqual([{ value: 'long' }]);
});

it('unread notifications do not include those by muted people, and include them again afterwards', async () => {
  const [eve, dan] = [await app.signUp(), await app.signUp()];
  const { uuid } = await postCrud(eve, 'a crud');
  for (const by of [dan, bob]) await replyTo(by, uuid);
  const unread = async () => (await eve.callOk('me')).unread.notifications;
  expect(await unread()).toBe(2);
  const person = await mute(eve, { kind: 'person', value: dan.sub });
  expect(await unread()).toBe(1);
  await unmute(eve, person);
  expect(await unread()).toBe(2);
});

it('a mute hides nothing from others, and the erasure of either person deletes it', async () => {
  const [eve, dan] = [await app.signUp(), await app.signUp()];
  await mute(eve, { kind: 'person', value: dan.sub });
  await mute(eve, { kind: 'word', value: MARKER });
  expect(await sendTo(dan, eve, `${MARKER} to you`)).toMatchObject({ message: `${MARKER} to you` });
  expect((await eve.callOk('me')).unread.messages).toBe(1);
  await dan.callOk('deleteAccount');
  expect(await valuesOf(eve)).toEqual([`word ${MARKER}`]);
  expect(await findTablesWithPerson(app.store, dan.sub)).toEqual([]);
  await eve.callOk('deleteAccount');
  const left = (await dumpTables(app.store)).filter(({ text }) => text.includes(MARKER));
  expect(left.map(({ table }) => table)).toEqual([]);
});

it('mutes of a person who is erased at the same time leave no row', async () => {
  const [eve, dan] = [await app.signUp(), await app.signUp()];
  const muteWord = (n: number) => eve.call('mute', { body: { kind: 'word', value: `word ${n}` } });
  const writes = Array.from({ length: 6 }, (_, n) => muteWord(n));
  const aboutDan = ann.call('mute', { body: { kind: 'person', value: dan.sub } });
  await Promise.all([...writes, aboutDan, eve.callOk('deleteAccount'), dan.callOk('deleteAccount')]);
  const rows = await db.selectFrom('mutes').select('uuid').where('owner', '=', eve.sub).execute();
  const about = await db.selectFrom('mutes').select('uuid').where('person', '=', dan.sub).execute();
  expect([rows, about]).toEqual([[], []]);
});
