import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../support/test-app.ts';
import type { TestPerson } from '../../support/people.ts';

describe('operations', () => {
  let app: TestApp;
  let ann: TestPerson;
  let bob: TestPerson;
  beforeAll(async () => {
    app = await startTestApp();
    [ann, bob] = [await app.signUp(), await app.signUp()];
  });
  afterAll(() => app[Symbol.asyncDispose]());

  const rowsOf = (uuid: string) => {
    const { db } = app.store;
    return Promise.all([
      db.selectFrom('activities').select('uuid').where('uuid', '=', uuid).execute(),
      db.selectFrom('log').select('seq').where('ref', '=', uuid).execute(),
    ]);
  };

  it('[OP-4] 20 simultaneous posts of one operation create one row and one event and get equal answers', async () => {
    const send = () => ann.call('createActivity', { body: { message: 'once' }, operation: 'twenty-at-once' });
    const answers = await Promise.all(Array.from({ length: 20 }, send));
    expect(new Set(answers.map((answer) => JSON.stringify([answer.status, answer.body]))).size).toBe(1);
    const { uuid } = (answers[0] as { body: { uuid: string } }).body;
    expect((await rowsOf(uuid)).map((rows) => rows.length)).toEqual([1, 1]);
  });

  it('[OP-4] a reply, a message and a profile update are executed once too', async () => {
    const { uuid } = await bob.callOk('createActivity', { body: { message: 'parent' } });
    const calls = [
      () =>
        ann.callOk('createReply', {
          params: { activity_uuid: uuid },
          body: { activity_uuid: uuid, message: 're' },
          operation: 'one-reply',
        }),
      () =>
        ann.callOk('sendMessage', { body: { handle: bob.handle, message: 'dm' }, operation: 'one-message' }),
      () =>
        ann.callOk('updateProfile', { body: { display_name: 'Ann', bio: 'b' }, operation: 'one-profile' }),
    ];
    for (const call of calls) expect(await call()).toEqual(await call());
    expect(await bob.callOk('messageGroups')).toHaveLength(1);
  });

  it('[OP-5] the same id with other content is refused, whatever the content', async () => {
    await ann.callOk('createActivity', { body: { message: 'one' }, operation: 'reused-id' });
    for (const body of [{ message: 'two' }, { message: '' }]) {
      const answer = await ann.call('createActivity', { body, operation: 'reused-id' });
      expect([answer.status, answer.body]).toEqual([422, ['operation_id_reused']]);
    }
  });

  it('[OP-5] the claimed author is not part of the content', async () => {
    const postAs = (user_handle: string) =>
      ann.callOk('createActivity', { body: { message: 'mine', user_handle }, operation: 'claimed-author' });
    expect(await postAs('one')).toEqual(await postAs('other'));
  });

  it('[OP-6] an operation id belongs to its user', async () => {
    const body = { message: 'same id' };
    const [one, other] = [ann, bob].map((who) =>
      who.callOk('createActivity', { body, operation: 'shared-id' }),
    );
    expect((await one)?.uuid).not.toBe((await other)?.uuid);
  });

  it('[OP-7] a refused operation leaves nothing, so it can be corrected and sent again', async () => {
    const post = (message: string) =>
      ann.call('createActivity', { body: { message }, operation: 'refused-first' });
    expect((await post('')).status).toBe(422);
    expect((await post('mended')).status).toBe(200);
  });

  it('[OP-8] a repeat of an operation whose crud is gone is a 410', async () => {
    const post = () => ann.call('createActivity', { body: { message: 'short' }, operation: 'gone-by-now' });
    const { uuid } = (await post()).body as { uuid: string };
    await ann.callOk('burnActivity', { params: { activity_uuid: uuid } });
    const answer = await post();
    expect([answer.status, answer.body]).toEqual([410, ['activity_expired']]);
  });

  it.each(['short', 'with space!', 'x'.repeat(65)])('[OP-9] the id %j is invalid', async (operation) => {
    const answer = await ann.call('createActivity', { body: { message: 'x' }, operation });
    expect([answer.status, answer.body]).toEqual([422, ['operation_id_invalid']]);
  });

  it('[OP-10] Idempotency-Key is a synonym of the operation id header', async () => {
    const post = (headers: Record<string, string>) =>
      ann.send('POST', '/api/activities', { body: { message: 'synonym' }, headers });
    const one = await post({ 'idempotency-key': 'either-header' });
    const other = await post({ 'amz-sdk-invocation-id': 'either-header' });
    expect(one.body).toEqual(other.body);
  });
});
