import { expect, it } from 'vitest';
import { purgeExpired } from '../../../server/src/repositories/purge.ts';
import type { TestPerson } from '../../support/people.ts';
import { connectSocket } from '../../support/sockets.ts';
import { startTestApp } from '../../support/test-app.ts';

const reply = async (person: TestPerson, activity_uuid: string) => {
  const body = { activity_uuid, message: 'and so on' };
  return (await person.callOk('createReply', { params: { activity_uuid }, body })).uuid;
};

it('[PURGE-1, PURGE-2] burning a thread is one event that names the replies with replies, live and from the log', async () => {
  await using app = await startTestApp();
  const [ann, bob] = [await app.signUp(), await app.signUp()];
  using tab = await connectSocket(app.url, { token: bob.accessToken });
  const { uuid } = await ann.callOk('createActivity', { body: { message: 'top' } });
  const branch = await reply(bob, uuid);
  const leaf = await reply(ann, branch);
  await reply(bob, uuid);
  await ann.callOk('burnActivity', { params: { activity_uuid: uuid } });
  const { data } = await tab.waitForEvent('activity.deleted');
  expect(data).toEqual({ uuid, nested: [branch] });
  await purgeExpired(app.store.db, new Date());
  const { streams } = await bob.callOk('sync', { query: { public: '0.0' } });
  expect(streams.public).toMatchObject({
    events: [...Array.from({ length: 4 }, () => ({ kind: 'void' })), { kind: 'activity.deleted', data }],
  });
  for (const gone of [uuid, branch, leaf]) {
    const params = { handle: ann.handle, activity_uuid: gone };
    expect((await bob.call('singlePost', { params })).status).toBe(410);
  }
});
