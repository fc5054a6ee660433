import type { RouteName, Routes } from '@cruddur/shared';
import { expect, inject, it } from 'vitest';
import type { WriteUnit } from '../../../server/src/domain/ports.ts';
import { createModerationWrites } from '../../../server/src/repositories/moderation.ts';
import { createStore } from '../../../server/src/repositories/store.ts';
import type { Db } from '../../../server/src/repositories/tables.ts';
import { block, cursorsOfClosedTab, like, postCrud, repost, sendTo } from '../../support/actions.ts';
import type { TestResponse } from '../../support/clients.ts';
import { allow, of } from '../../support/message-requests.ts';
import type { TestPerson } from '../../support/people.ts';
import { startPushApp, type PushApp } from '../../support/push-app.ts';
import { queryStore } from '../../support/query-store.ts';
import { isUsable } from '../../support/services/availability.ts';
import { until } from '../../support/until.ts';

type WriteOf<N extends RouteName> = Routes[N] extends { method: 'GET' } | { allowSuspended: true }
  ? never
  : N;
/** Every call that writes and is refused to a suspended person. A session may end at any time. */
type Write = Exclude<{ [N in RouteName]: WriteOf<N> }[RouteName], 'endListedSession'>;

const TABLES = [
  ...[
    'activities',
    'likes',
    'reposts',
    'notifications',
    'operations',
    'log',
    'people',
    'blocks',
    'mutes',
    'reports',
  ],
  ...['messages', 'message_groups', 'group_members', 'push_subscriptions', 'avatar_uploads'],
];
/** The rows, but for when an upload is checked next. */
const readRows = (db: Db) =>
  Promise.all(
    TABLES.map((table) =>
      queryStore(db, `select (to_jsonb(t) - 'next_check_at')::text as row from ${table} t order by 1`),
    ),
  );

/** A person with something to change by each call, and the calls in an order in which all succeed. */
async function prepareWrites({ app, service }: PushApp): Promise<{
  hal: TestPerson;
  writes: Record<Write, () => Promise<TestResponse>>;
}> {
  const [hal, ida, lee] = [await app.signUp(), await app.signUp(), await app.signUp()];
  const [jo, kim] = [await app.signUp(), await app.signUp()];
  const browser = service.createBrowser();
  const body = browser.subscription();
  const crud = (uuid: string) => ({ params: { activity_uuid: uuid } });
  const person = ({ sub }: TestPerson) => ({ params: { cognito_user_uuid: sub } });
  const [own, burned] = [(await postCrud(hal, 'own')).uuid, (await postCrud(hal, 'to burn')).uuid];
  const [fresh, marked] = [(await postCrud(ida, 'fresh')).uuid, (await postCrud(ida, 'marked')).uuid];
  await like(hal, marked);
  await repost(hal, marked);
  await like(ida, own);
  const sent = await sendTo(hal, ida, 'to unsend');
  const received = await sendTo(ida, hal, 'to read');
  const group = sent.message_group_uuid ?? '';
  await allow(hal, 'known');
  const [accepted, deleted] = [await sendTo(jo, hal), await sendTo(kim, hal)];
  await block(hal, lee);
  const { uuid: mute } = await hal.callOk('mute', { body: { kind: 'word', value: 'muted' } });
  await hal.callOk('subscribePush', { body });
  const { me } = await cursorsOfClosedTab(hal);
  const writes = {
    createActivity: () => hal.call('createActivity', { body: { message: 'late' } }),
    createReply: () =>
      hal.call('createReply', { ...crud(fresh), body: { activity_uuid: fresh, message: 'late' } }),
    like: () => hal.call('like', crud(fresh)),
    unlike: () => hal.call('unlike', crud(marked)),
    repost: () => hal.call('repost', crud(fresh)),
    unrepost: () => hal.call('unrepost', crud(marked)),
    burnActivity: () => hal.call('burnActivity', crud(burned)),
    updateProfile: () => hal.call('updateProfile', { body: { display_name: 'Late', bio: 'late' } }),
    markNotificationsRead: () => hal.call('markNotificationsRead', { body: { before: me } }),
    sendMessage: () => hal.call('sendMessage', { body: { handle: ida.handle, message: 'late' } }),
    unsendMessage: () => hal.call('unsendMessage', { params: { message_uuid: sent.uuid } }),
    markMessagesRead: () => hal.call('markMessagesRead', { ...of(group), body: { uuid: received.uuid } }),
    setMessageLifetime: () => hal.call('setMessageLifetime', { ...of(group), body: { lifetime: '1-day' } }),
    acceptRequest: () => hal.call('acceptRequest', of(accepted.message_group_uuid ?? '')),
    deleteRequest: () => hal.call('deleteRequest', of(deleted.message_group_uuid ?? '')),
    blockPerson: () => hal.call('blockPerson', person(jo)),
    unblockPerson: () => hal.call('unblockPerson', person(lee)),
    mute: () => hal.call('mute', { body: { kind: 'word', value: 'late' } }),
    unmute: () => hal.call('unmute', { params: { mute_uuid: mute } }),
    changePrivacySettings: () => hal.call('changePrivacySettings', { body: { read_receipts: false } }),
    report: () => hal.call('report', { body: { kind: 'crud', uuid: fresh, reason: 'spam', note: '' } }),
    subscribePush: () => hal.call('subscribePush', { body }),
    unsubscribePush: () => hal.call('unsubscribePush'),
    requestAvatarUpload: () => hal.call('requestAvatarUpload', { body: { extension: 'png' } }),
  } satisfies Record<Write, () => Promise<TestResponse>>;
  return { hal, writes };
}

const callAll = (writes: Record<string, () => Promise<TestResponse>>) =>
  Promise.all(
    Object.entries(writes).map(async ([name, write]) => {
      const { status, body } = await write();
      return { name, status, codes: status === 200 ? [] : body };
    }),
  );

it.skipIf(!isUsable('openssl', 'late writes'))(
  'no write of a suspended person commits at a gateway that does not know of the suspension yet',
  async () => {
    await using push = await startPushApp();
    const { app } = push;
    const { db } = app.store;
    const { hal, writes } = await prepareWrites(push);
    const { url } = await hal.callOk('requestAvatarUpload', { body: { extension: 'png' } });
    const refused = Object.keys(writes).map((name) => ({ name, status: 403, codes: ['account_suspended'] }));
    // Without the event and the revocation by which gateways learn of it.
    const suspend = (on: Db) => createModerationWrites(on).suspend(hal.sub, null);
    const lift = () => createModerationWrites(db).lift(hal.sub, null);
    const before = await readRows(db);

    await suspend(db);
    expect(await callAll(writes)).toEqual(refused);
    const put = await fetch(url, { method: 'PUT', body: 'late', headers: { 'content-type': 'image/png' } });
    expect(put.status).toBe(403);
    const change = (work: (unit: WriteUnit) => Promise<boolean>) =>
      createStore(db, app.clock).runChange(null, async (unit) => ({ result: await work(unit), entries: [] }));
    expect((await change(({ people }) => people.bumpAvatarVersion(hal.sub))).result).toBe(false);
    await lift();
    expect(await readRows(db)).toEqual(before);

    // A write that began before the suspension waits for it.
    if (inject('store') === 'postgres') {
      for (const [name, write] of Object.entries(writes)) {
        const { answer } = await db.transaction().execute(async (trx) => {
          await suspend(trx);
          const answer = callAll({ [name]: write });
          const waiting = `select from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`;
          const doesWait = async () => (await queryStore(app.store.vitalDb, waiting)).length > 0;
          await until(doesWait, { what: `${name} waits for the suspension` });
          return { answer };
        });
        expect(await answer).toEqual([{ name, status: 403, codes: ['account_suspended'] }]);
        await lift();
      }
      expect(await readRows(db)).toEqual(before);
    }

    for (const [name, write] of Object.entries(writes))
      expect([name, (await write()).status]).toEqual([name, 200]);
  },
);
