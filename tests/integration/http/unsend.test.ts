import { REMOVED_MESSAGE, UNSEND_WITHIN_MS } from '@cruddur/shared';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dumpTables } from '../../support/dump-tables.ts';
import type { TestPerson } from '../../support/people.ts';
import { connectSocket } from '../../support/sockets.ts';
import { startTestApp, type TestApp } from '../../support/test-app.ts';
import { until } from '../../support/until.ts';

const HOUR = 3_600_000;
const SECRET = 'siebenundvierzig';
const UNKNOWN_UUID = '11111111-1111-4111-8111-111111111111';

describe('a message', () => {
  let app: TestApp;
  let ann: TestPerson;
  let bob: TestPerson;
  let eve: TestPerson;
  let group: string;
  beforeAll(async () => {
    app = await startTestApp();
    [ann, bob, eve] = [await app.signUp(), await app.signUp(), await app.signUp()];
    const first = await ann.callOk('sendMessage', { body: { handle: bob.handle, message: 'hello' } });
    group = first.message_group_uuid ?? '';
  });
  afterAll(() => app[Symbol.asyncDispose]());

  const send = (message = SECRET, operation?: string) =>
    ann.callOk('sendMessage', {
      body: { message_group_uuid: group, message },
      ...(operation !== undefined && { operation }),
    });
  const unsend = (uuid: string, by = ann) => by.call('unsendMessage', { params: { message_uuid: uuid } });
  const codesOf = async (answer: ReturnType<typeof unsend>) => {
    const { status, body } = await answer;
    return [status, body];
  };

  it('[UNSEND-1] that its sender removes leaves a note without its text on both sides, in pages, previews and repeats', async () => {
    const sent = await send(SECRET, 'to-be-removed');
    expect(await codesOf(unsend(sent.uuid.toUpperCase()))).toEqual([200, { uuid: sent.uuid }]);
    const removed = { ...sent, message: REMOVED_MESSAGE, removed: true };
    for (const member of [ann, bob]) {
      const messages = await member.callOk('messages', { params: { message_group_uuid: group } });
      expect(messages.at(-1)).toEqual(removed);
      const [listed] = await member.callOk('messageGroups');
      expect(listed).toMatchObject({ message: REMOVED_MESSAGE, message_uuid: sent.uuid, removed: true });
    }
    expect(await send(SECRET, 'to-be-removed')).toEqual(removed);
    const texts = await dumpTables(app.store);
    expect(texts.filter(({ text }) => text.includes(SECRET))).toEqual([]);
  });

  it('[UNSEND-2] is removed in all tabs, and a recipient who was offline never gets its text', async () => {
    using tab = await connectSocket(app.url, { token: ann.accessToken });
    const away = await connectSocket(app.url, { token: bob.accessToken });
    const cursors = away.cursors();
    away[Symbol.dispose]();
    const { uuid } = await send();
    await unsend(uuid);
    const { data } = await tab.waitForEvent('message.removed');
    expect(data).toEqual({ uuid, message_group_uuid: group });
    using back = await connectSocket(app.url, { token: bob.accessToken, cursors });
    await back.waitForEvent('message.removed', (event) => event.data.uuid === uuid);
    const { streams } = await bob.callOk('sync', { query: { me: cursors.me } });
    for (const received of [back.applied.me, streams.me])
      expect(JSON.stringify(received)).not.toContain(SECRET);
    expect(back.applied.me.map(({ kind }) => kind)).toEqual(['message.created', 'message.removed']);
    expect(back.applied.me[0]?.data).toMatchObject({ message: REMOVED_MESSAGE, removed: true });
  });

  it('[UNSEND-3] is removed once, however many removals race', async () => {
    using tab = await connectSocket(app.url, { token: bob.accessToken });
    const { uuid } = await send();
    const answers = await Promise.all(Array.from({ length: 5 }, () => codesOf(unsend(uuid))));
    expect(answers).toEqual(answers.map(() => [200, { uuid }]));
    const last = await send('the last one');
    await tab.waitForEvent('message.created', (event) => event.data.uuid === last.uuid);
    expect(tab.applied.me.filter(({ kind }) => kind === 'message.removed')).toHaveLength(1);
  });

  it('[UNSEND-4] can be removed by its sender only', async () => {
    const { uuid } = await send('stays');
    expect(await codesOf(unsend(uuid, bob))).toEqual([403, ['generic_403']]);
    expect(await codesOf(unsend(uuid, eve))).toEqual([404, ['message_not_found']]);
    for (const unknown of [UNKNOWN_UUID, 'no-uuid'])
      expect(await codesOf(unsend(unknown))).toEqual([404, ['message_not_found']]);
    const messages = await bob.callOk('messages', { params: { message_group_uuid: group } });
    expect(messages.at(-1)).toMatchObject({ uuid, message: 'stays' });
  });

  it('[UNSEND-5] that is erased at the same time is in no table afterwards', async () => {
    const cay = await app.signUp();
    const body = { handle: bob.handle, message: `${SECRET} of Cay` };
    const { uuid } = await cay.callOk('sendMessage', { body });
    const [removal] = await Promise.all([unsend(uuid, cay), cay.callOk('deleteAccount')]);
    expect([200, 401, 404]).toContain(removal.status);
    await until(async () => !JSON.stringify(await dumpTables(app.store)).includes(SECRET), {
      what: 'no table has the text',
    });
    expect(JSON.stringify(await bob.callOk('messageGroups'))).not.toContain(uuid);
  });

  it('[UNSEND-6] can be removed for 24 hours, and a repeat of the removal succeeds later too', async () => {
    const [kept, removed] = [await send('kept'), await send('removed in time')];
    await app.advance(UNSEND_WITHIN_MS - HOUR);
    expect(await codesOf(unsend(removed.uuid))).toEqual([200, { uuid: removed.uuid }]);
    await app.advance(HOUR);
    expect(await codesOf(unsend(kept.uuid))).toEqual([409, ['unsend_too_late']]);
    expect(await codesOf(unsend(removed.uuid))).toEqual([200, { uuid: removed.uuid }]);
  });
});
