import { expect, it } from 'vitest';
import { trimLog } from '../../../server/src/repositories/trim-log.ts';
import { burn, codesOf, expectRefusal, postCrud } from '../../support/actions.ts';
import { disposeAfterAll } from '../../support/dispose-after-all.ts';
import type { TestPerson } from '../../support/people.ts';
import { createRequestHead, openRawRequest } from '../../support/raw-request.ts';
import { startTestApp } from '../../support/test-app.ts';
import { until } from '../../support/until.ts';

const DAY_MS = 86_400_000;

const app = disposeAfterAll(await startTestApp());
const { db } = app.store;
const [ann, bob] = [await app.signUp(), await app.signUp()];

const post = (by: TestPerson, message: string, operation: string) =>
  by.call('createActivity', { body: { message }, operation });
const uuidOf = ({ body }: { body: unknown }) => (body as { uuid: string }).uuid;

it('[OP-4] 20 simultaneous posts of one operation create one row and one event and get equal answers', async () => {
  const answers = await Promise.all(Array.from({ length: 20 }, () => post(ann, 'once', 'twenty-at-once')));
  expect(new Set(answers.map(({ status, body }) => JSON.stringify([status, body]))).size).toBe(1);
  const uuid = answers[0] ? uuidOf(answers[0]) : '';
  const rows = [
    await db.selectFrom('activities').select('uuid').where('uuid', '=', uuid).execute(),
    await db.selectFrom('log').select('seq').where('ref', '=', uuid).execute(),
  ];
  expect(rows.map(({ length }) => length)).toEqual([1, 1]);
});

it('[OP-4] a reply, a message and a profile update are executed once too, and repeats get the same bytes', async () => {
  const { uuid } = await postCrud(bob, 'parent');
  const toUuid = { params: { activity_uuid: uuid }, body: { activity_uuid: uuid, message: 're' } };
  const toBob = { body: { handle: bob.handle, message: 'dm' } };
  const calls = [
    () => ann.callOk('createReply', { ...toUuid, operation: 'one-reply' }),
    () => ann.callOk('sendMessage', { ...toBob, operation: 'one-message' }),
    () => ann.callOk('updateProfile', { body: { display_name: 'Ann', bio: 'b' }, operation: 'one-profile' }),
  ];
  const bytesOf = async (call: () => Promise<unknown>) => JSON.stringify(await call());
  for (const call of calls) expect(await bytesOf(call)).toBe(await bytesOf(call));
  const group = (await bob.callOk('messageGroups'))[0]?.uuid ?? '';
  await bob.callOk('setMessageLifetime', {
    params: { message_group_uuid: group },
    body: { lifetime: '1-hour' },
  });
  const toGroup = {
    body: { message_group_uuid: group, message: 'disappears' },
    operation: 'one-more-message',
  };
  const send = () => ann.callOk('sendMessage', toGroup);
  expect(await bytesOf(send)).toBe(await bytesOf(send));
  expect(await bob.callOk('messageGroups')).toHaveLength(1);
});

it('[OP-12] a write is not begun when its caller has left, who may have got another answer to a repeat', async () => {
  const leave = async (call: string, body: string) => {
    using request = openRawRequest(app.url);
    request.write(createRequestHead('GET /healthz', {}));
    await until(() => request.receivedText().endsWith('}'), { what: 'the connection is open' });
    const headers = {
      authorization: `Bearer ${ann.accessToken}`,
      'content-type': 'application/json',
      'content-length': body.length,
    };
    // The server reads it together with the end of the connection, as after a pause of its whole process.
    request.write(createRequestHead(call, headers) + body);
  };
  await leave('POST /api/activities', JSON.stringify({ message: 'has left' }));
  await leave(`PUT /api/blocks/${bob.sub}`, '');
  const { uuid } = await postCrud(ann, 'has stayed');
  expect((await ann.callOk('homeFeed'))[0]?.uuid).toBe(uuid);
  const messages = (await ann.callOk('homeFeed')).map(({ message }) => message);
  expect(messages).not.toContain('has left');
  expect(await ann.callOk('blockedPeople')).toEqual([]);
});

it('[OP-5] the same id with other content is refused, whatever the content', async () => {
  await post(ann, 'one', 'reused-id');
  for (const message of ['two', ''])
    await expectRefusal(post(ann, message, 'reused-id'), 422, 'operation_id_reused');
});

it('[OP-5] the claimed author is not part of the content', async () => {
  const postAs = (user_handle: string) =>
    ann.callOk('createActivity', { body: { message: 'mine', user_handle }, operation: 'claimed-author' });
  expect(await postAs('one')).toEqual(await postAs('other'));
});

it('[OP-5] an operation id belongs to its user', async () => {
  const [one, other] = await Promise.all([ann, bob].map((by) => post(by, 'same id', 'shared-id')));
  expect(one && uuidOf(one)).not.toBe(other && uuidOf(other));
});

it('[OP-7] a refused operation leaves nothing, so it can be corrected and sent again', async () => {
  expect((await post(ann, '', 'refused-first')).status).toBe(422);
  expect((await post(ann, 'mended', 'refused-first')).status).toBe(200);
});

it('[OP-8] a repeat of an operation whose crud is gone is a 410', async () => {
  await burn(ann, uuidOf(await post(ann, 'short', 'gone-by-now')));
  await expectRefusal(post(ann, 'short', 'gone-by-now'), 410, 'activity_expired');
});

it('[OP-1] ids other than 8 to 64 letters, digits and dashes are refused', async () => {
  for (const id of ['1234567', 'x'.repeat(65), 'with space', 'ümlaut-12', 'under_score'])
    await expectRefusal(post(ann, 'x', id), 422, 'operation_id_invalid');
});

it('[OP-1] Idempotency-Key is a synonym of the operation id header', async () => {
  const postBy = (header: string) =>
    ann.send('POST', '/api/activities', { body: { message: 'x' }, headers: { [header]: 'either-header' } });
  const one = await postBy('idempotency-key');
  expect([one.status, one.body]).toEqual(await codesOf(postBy('amz-sdk-invocation-id')));
});

it('[OP-11] an operation older than the stored operations is refused and not executed again', async () => {
  const toBob = { body: { handle: bob.handle, message: 'long ago' }, operation: 'long-ago-mail' };
  for (const call of [() => post(ann, 'long ago', 'long-ago-crud'), () => ann.call('sendMessage', toBob)]) {
    expect((await call()).status).toBe(200);
    await db.deleteFrom('operations').execute();
    await expectRefusal(call(), 422, 'operation_id_reused');
  }
});

it('a burned crud is still a 410 after its log row is trimmed, and no other uuid is', async () => {
  const { uuid } = await postCrud(ann, 'gone and forgotten');
  await burn(ann, uuid);
  await trimLog(db, new Date(Date.now() + 8 * DAY_MS));
  const page = async (activity_uuid: string) =>
    (await app.visitor.call('singlePost', { params: { handle: ann.handle, activity_uuid } })).body;
  expect(await page(uuid)).toEqual(['activity_expired']);
  expect(await page(uuid.toUpperCase())).toEqual(['activity_expired']);
  expect(await page(ann.sub)).toEqual(['activity_not_found']);
});

it('a client at a trimmed position is reset by a gateway that does not hold its events', async () => {
  await postCrud(ann, 'before the trimming');
  await trimLog(db, new Date(Date.now() + 8 * DAY_MS));
  const next = await postCrud(ann, 'after the trimming');
  const query = { public: '0.0' };
  await using later = await startTestApp({ sharedStoreApp: app });
  expect((await later.visitor.callOk('sync', { query })).streams.public).toMatchObject({ reset: true });
  expect((await ann.callOk('sync', { query })).streams.public).toHaveProperty('events');
  expect((await ann.callOk('homeFeed'))[0]?.uuid).toBe(next.uuid);
});
