import type { StreamEvent } from '@cruddur/shared';
import { expect, it } from 'vitest';
import { expectRefusal, markRead, sendIn, sendTo } from '../../support/actions.ts';
import { disposeAfterAll } from '../../support/dispose-after-all.ts';
import type { TestPerson } from '../../support/people.ts';
import { connectSocket } from '../../support/sockets.ts';
import { startTestApp } from '../../support/test-app.ts';

const ALL = { read_receipts: true, typing: true, presence: true, messages_from: 'everyone' };

const app = disposeAfterAll(await startTestApp());

/** Ann has sent Bob a message. */
async function createConversation() {
  const [ann, bob] = [await app.signUp(), await app.signUp()];
  const sent = await sendTo(ann, bob, 'one');
  const group = sent.message_group_uuid ?? '';
  const markOf = async (by: TestPerson) =>
    (await by.callOk('messageGroups')).find(({ uuid }) => uuid === group)?.read_uuid;
  return {
    ...{ ann, bob, markOf, sent },
    read: (by: TestPerson, uuid = sent.uuid) => markRead(by, group, uuid),
    send: (by: TestPerson) => sendIn(by, group, 'more'),
  };
}

const set = (by: TestPerson, body: object) => by.call('changePrivacySettings', { body });
type ReadMark = Extract<StreamEvent, { kind: 'read.updated' }>;
const isOf = (person: TestPerson) => (event: ReadMark) => event.data.reader === person.handle;

it('[PRIVACY-1] all settings are on at first; each is changed by itself, for its person only', async () => {
  const { ann, bob } = await createConversation();
  expect(await ann.callOk('privacySettings')).toEqual(ALL);
  const both = { ...ALL, typing: false, presence: false };
  expect((await set(ann, { typing: false })).body).toEqual({ ...ALL, typing: false });
  expect((await set(ann, { presence: false })).body).toEqual(both);
  expect((await set(ann, {})).body).toEqual(both);
  expect(await ann.callOk('privacySettings')).toEqual(both);
  expect(await bob.callOk('privacySettings')).toEqual(ALL);
  for (const body of [{ typing: 'no' }, { presence: null }, { read_receipts: 0 }])
    await expectRefusal(set(ann, body), 400, 'generic_400');
});

it('[PRIVACY-1] a change reaches all tabs of its person once, also after a reconnection', async () => {
  const { ann } = await createConversation();
  using tab = await connectSocket(app.url, { token: ann.accessToken });
  const cursors = tab.cursors();
  await set(ann, { typing: false });
  await set(ann, { typing: false });
  await set(ann, { presence: false });
  await tab.waitForEvent('privacy.changed', ({ data }) => !data.presence);
  const changes = tab.applied.me.filter(({ kind }) => kind === 'privacy.changed');
  expect(changes.map(({ data }) => data)).toEqual([
    { ...ALL, typing: false },
    { ...ALL, typing: false, presence: false },
  ]);
  using later = await connectSocket(app.url, { token: ann.accessToken, cursors: { ...cursors } });
  const { data } = await later.waitForEvent('privacy.changed');
  expect(data).toEqual({ ...ALL, typing: false, presence: false });
});

it.each(['reader', 'sender'] as const)(
  '[PRIVACY-3] with read receipts off at the %s, neither sees what the other has read, in lists and events',
  async (off) => {
    const { ann, bob, read, send, markOf, sent } = await createConversation();
    using annTab = await connectSocket(app.url, { token: ann.accessToken });
    using bobTab = await connectSocket(app.url, { token: bob.accessToken });
    await read(bob);
    await annTab.waitForEvent('read.updated', ({ data }) => data.read_uuid === sent.uuid);
    expect(await markOf(ann)).toBe(sent.uuid);
    const [owner, other] = off === 'reader' ? [bob, ann] : [ann, bob];
    const otherTab = off === 'reader' ? annTab : bobTab;
    await set(owner, { read_receipts: false });
    // What is on the other member's screen is taken back.
    const isTakenBack = (event: ReadMark) => isOf(owner)(event) && event.data.read_uuid === null;
    expect((await otherTab.waitForEvent('read.updated', isTakenBack)).data.unread).toBe(0);
    expect([await markOf(ann), await markOf(bob)]).toEqual([null, null]);

    const answer = await send(bob);
    const next = await send(ann);
    await read(ann, answer.uuid);
    await read(bob, next.uuid);
    const isNext = (event: ReadMark) => isOf(bob)(event) && event.data.read_uuid === next.uuid;
    const own = await bobTab.waitForEvent('read.updated', isNext);
    expect(own.data.unread).toBe(0);
    expect((await bob.callOk('me')).unread.messages).toBe(0);
    expect([await markOf(ann), await markOf(bob)]).toEqual([null, null]);
    // Not even an event without a mark: its time would say when the conversation was read.
    const last = await send(bob);
    await annTab.waitForEvent('message.created', (event) => event.data.uuid === last.uuid);
    const received = annTab.applied.me.filter((event) => event.kind === 'read.updated' && isOf(bob)(event));
    expect(received).toHaveLength(off === 'reader' ? 2 : 1);

    await set(owner, { read_receipts: true });
    const isAgain = (event: ReadMark) =>
      isOf(owner)(event) && ![null, sent.uuid].includes(event.data.read_uuid);
    const again = await otherTab.waitForEvent('read.updated', isAgain);
    // A sending marks the conversation as read for its sender.
    expect(again.data.read_uuid).toBe(owner === bob ? last.uuid : await markOf(other));
    expect(await markOf(ann)).toBe(last.uuid);
    expect(await markOf(bob)).toBe(next.uuid);
  },
);

it('a tab that catches up gets no mark from events of before the setting was off', async () => {
  const { ann, bob, read, sent } = await createConversation();
  using tab = await connectSocket(app.url, { token: ann.accessToken });
  const cursors = tab.cursors();
  await read(bob);
  const shown = await tab.waitForEvent('read.updated', isOf(bob));
  expect(shown.data.read_uuid).toBe(sent.uuid);
  await set(bob, { read_receipts: false });
  using later = await connectSocket(app.url, { token: ann.accessToken, cursors });
  await later.waitForEvent('read.updated', isOf(bob));
  const marks = later.applied.me.flatMap((event) =>
    event.kind === 'read.updated' ? event.data.read_uuid : [],
  );
  expect(marks).toEqual([null, null]);
});

it('an erasure clears the settings', async () => {
  const { ann } = await createConversation();
  await set(ann, { read_receipts: false, typing: false, presence: false });
  await ann.callOk('deleteAccount');
  const row = app.store.db.selectFrom('people').selectAll().where('sub', '=', ann.sub).executeTakeFirst();
  expect(await row).toMatchObject({ shares_reads: true, shares_typing: true, shares_presence: true });
});
