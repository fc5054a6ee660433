import { randomUUID } from 'node:crypto';
import { EXPORTS_PER_DAY, routes } from '@cruddur/shared';
import { expect, it } from 'vitest';
import { Refusal } from '../../../server/src/domain/errors.ts';
import type { ListPosition } from '../../../server/src/domain/paging.ts';
import type { AboveReplies, ExportView } from '../../../server/src/domain/exports/ports.ts';
import { writeExport, type ExportHead } from '../../../server/src/domain/exports/write-export.ts';
import { createExportReads } from '../../../server/src/repositories/exports.ts';
import { purgeReplies } from '../../../server/src/repositories/purge.ts';
import { createStoreReads } from '../../../server/src/repositories/reads.ts';
import { measureQueryCost } from '../../proof/attack/query-cost.ts';
import {
  block,
  burn,
  like,
  markRead,
  postCrud,
  replyTo,
  repost,
  sendTo,
  unsend,
} from '../../support/actions.ts';
import { disposeAfterAll } from '../../support/dispose-after-all.ts';
import { addCruds } from '../../support/add-cruds.ts';
import { createClient } from '../../support/clients.ts';
import { signIn } from '../../support/people.ts';
import { startTestApp } from '../../support/test-app.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

const app = disposeAfterAll(await startTestApp());

const textsOf = (items: readonly { message: string }[]) => items.map(({ message }) => message);

it('[DATA-1] an export has profile, settings, sessions, cruds, replies, marks and both directions of conversations, in the documented form', async () => {
  const [ann, bob, eve] = [await app.signUp(), await app.signUp(), await app.signUp()];
  await ann.callOk('updateProfile', { body: { display_name: 'Ann “A” Bee', bio: 'Line\nbreak' } });
  const own = await postCrud(ann, 'first "quoted" \\ ☃');
  await postCrud(ann, 'second');
  const other = await postCrud(bob, 'bob writes');
  const answer = await replyTo(ann, other.uuid, 'ann replies');
  await like(ann, other.uuid);
  await repost(ann, other.uuid);
  await sendTo(ann, bob, 'from ann');
  await sendTo(bob, ann, 'from bob');
  await block(ann, eve);
  await ann.callOk('mute', { body: { kind: 'word', value: 'spoiler' } });
  await ann.callOk('changePrivacySettings', { body: { typing: false } });

  const response = await ann.call('exportData');
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
  expect(response.headers.get('cache-control')).toBe('no-store');
  expect(response.headers.get('content-disposition')).toMatch(
    new RegExp(`^attachment; filename="cruddur-${ann.handle}-\\d{4}-\\d\\d-\\d\\d\\.json"$`),
  );
  const file = routes.exportData.output.parse(response.body);
  expect(response.body).toEqual(file);
  expect(file.profile).toMatchObject({
    ...{ handle: ann.handle, email: ann.email, cognito_user_uuid: ann.sub },
    ...{ display_name: 'Ann “A” Bee', bio: 'Line\nbreak' },
  });
  const privacy = { read_receipts: true, typing: false, presence: true, messages_from: 'everyone' };
  expect(file.settings.privacy).toEqual(privacy);
  expect(file.settings.blocked).toMatchObject([{ handle: eve.handle }]);
  expect(file.settings.muted).toMatchObject([{ kind: 'word', value: 'spoiler', until: null }]);
  expect(file.sessions).toMatchObject([{ current: true }]);
  expect(textsOf(file.cruds)).toEqual(['second', 'first "quoted" \\ ☃']);
  expect(file.cruds[1]).toMatchObject({ uuid: own.uuid, expires_at: own.expires_at });
  expect(file.replies).toMatchObject([
    { uuid: answer.uuid, reply_to_activity_uuid: other.uuid, message: 'ann replies' },
  ]);
  const mark = { activity_uuid: other.uuid, author_handle: bob.handle };
  expect([file.likes, file.reposts]).toMatchObject([[mark], [mark]]);
  const messages = [
    { sent: true, message: 'from ann' },
    { sent: false, message: 'from bob' },
  ];
  expect(file.conversations).toMatchObject([{ handle: bob.handle, lifetime: 'off', messages }]);
});

it('[DATA-2] an export has nothing that has expired, burned or been removed, and nothing private of others', async () => {
  const [ann, bob, eve] = [await app.signUp(), await app.signUp(), await app.signUp()];
  await postCrud(ann, 'expires soon', '1-hour');
  const burned = await postCrud(ann, 'burns');
  await burn(ann, burned.uuid);
  const thread = await postCrud(bob, 'bob burns this');
  const below = await replyTo(bob, thread.uuid, 'bob below');
  await replyTo(ann, below.uuid, 'ann below a burned crud');
  await like(ann, thread.uuid);
  await sendTo(ann, bob, 'stays');
  const group = (await ann.callOk('messageGroups'))[0]?.uuid ?? '';
  const removed = await sendTo(bob, ann, 'is removed');
  await unsend(bob, removed.uuid);
  const params = { message_group_uuid: group };
  await bob.callOk('setMessageLifetime', { params, body: { lifetime: '1-hour' } });
  await sendTo(bob, ann, 'disappears');
  await postCrud(eve, 'by eve', '7-days');
  const byEve = (await ann.callOk('homeFeed')).find(({ message }) => message === 'by eve');
  await ann.callOk('like', { params: { activity_uuid: byEve?.uuid ?? '' } });
  await block(eve, ann);
  await markRead(bob, group, removed.uuid);
  await app.advance(2 * HOUR_MS);
  // Without the purge, so that the replies below are still stored.
  await app.store.db.deleteFrom('activities').where('uuid', '=', thread.uuid).execute();

  const text = JSON.stringify(await ann.callOk('exportData'));
  for (const gone of ['expires soon', 'burns', 'bob below', 'ann below', 'is removed', 'disappears'])
    expect(text).not.toContain(gone);
  const ofOthers = [bob.email, eve.email, eve.handle, eve.sub, removed.uuid, thread.uuid, 'read_uuid'];
  for (const hidden of [...ofOthers, ann.accessToken]) expect(text).not.toContain(hidden);
  expect(text).toContain('stays');
});

it('[DATA-3] a fourth one within 24 hours is refused with the time of the next; concurrent and refused ones count once or not', async () => {
  const [ann, bob] = [await app.signUp(), await app.signUp()];
  await ann.callOk('exportData');
  await app.advance(HOUR_MS);
  expect((await ann.send('HEAD', '/api/users/me/export')).status).toBe(405);
  const answers = await Promise.all(Array.from({ length: 5 }, () => ann.call('exportData')));
  const statuses = answers.map(({ status }) => status).toSorted();
  expect(statuses).toEqual([...Array.from({ length: EXPORTS_PER_DAY - 1 }, () => 200), 429, 429, 429]);
  const refused = answers.find(({ status }) => status === 429);
  expect(refused?.body).toEqual(['generic_429']);
  const seconds = Number(refused?.headers.get('retry-after'));
  expect(seconds).toBeGreaterThan((22.9 * HOUR_MS) / 1000);
  expect(seconds).toBeLessThanOrEqual((23 * HOUR_MS) / 1000);
  await bob.callOk('exportData');
  await app.advance(seconds * 1000 + 1000);
  await ann.callOk('exportData');
  expect((await ann.call('exportData')).status).toBe(429);
});

it('[DATA-2] what expires, burns or is removed while the file is written is not in the rest of it', async () => {
  const [ann, bob] = [await app.signUp(), await app.signUp()];
  // The two oldest: they are in the last part.
  const [expiring, burned] = await addCruds(app, {
    author: ann.sub,
    count: 250,
    textOf: (index) => `crud ${index} of ann`,
    lifetimeMs: (index) => (index === 0 ? HOUR_MS : 7 * DAY_MS),
  });
  await sendTo(ann, bob, 'stays');
  const removed = await sendTo(bob, ann, 'is removed meanwhile');
  let ahead = 0;
  const clock = { now: () => new Date(app.clock.now().getTime() + ahead) };
  const ports = { ...createStoreReads(app.store.db, clock), clock };
  const parts: string[] = [];
  const toWrite = { sub: ann.sub, head: {} as ExportHead, checkAllowed: () => undefined };
  for await (const part of writeExport(ports, toWrite)) {
    parts.push(part);
    if (!part.startsWith('"cruds"')) continue;
    await unsend(bob, removed.uuid);
    await burn(ann, burned ?? '');
    ahead = 2 * HOUR_MS;
  }
  const text = parts.join('');
  expect(text).toContain('"crud 249 of ann"');
  expect(text).toContain('"crud 2 of ann"');
  expect(text).toContain('stays');
  for (const gone of ['crud 0 of ann', 'crud 1 of ann', expiring, burned, 'is removed meanwhile'])
    expect(text).not.toContain(`"${gone}"`);
});

it('a long file has everything once, in its order', async () => {
  const [ann, bob] = [await app.signUp(), await app.signUp()];
  await addCruds(app, { author: ann.sub, count: 230, textOf: (n) => `crud ${n}` });
  for (const n of Array.from({ length: 105 }).keys())
    await sendTo(n % 2 ? ann : bob, n % 2 ? bob : ann, `message ${n}`);
  const file = await ann.callOk('exportData');
  expect(textsOf(file.cruds)).toEqual(Array.from({ length: 230 }, (_, n) => `crud ${229 - n}`));
  expect(textsOf(file.conversations[0]?.messages ?? [])).toEqual(
    Array.from({ length: 105 }, (_, n) => `message ${n}`),
  );
});

it('a deep thread costs about as much as a flat one, and is left out once a crud above is gone', async () => {
  const [ann, bob] = [await app.signUp(), await app.signUp()];
  const root = await postCrud(bob, 'root');
  const { db } = app.store;
  const depth = 600;
  let parent = root.uuid;
  const chain = Array.from({ length: depth }, (_, n) => {
    const row = { uuid: randomUUID(), author: ann.sub, message: `level ${n}`, reply_to: parent };
    parent = row.uuid;
    return { ...row, terms: '', created_at: app.clock.now(), expires_at: null, pos: 1e9 + n };
  });
  await db.insertInto('activities').values(chain).execute();
  await purgeReplies(db);
  let rows = 0;
  const cost = await measureQueryCost(db, async (watched) => {
    const counted = watched.withPlugin({
      transformQuery: ({ node }) => node,
      transformResult: ({ result }) => {
        rows += result.rows.length;
        return Promise.resolve(result);
      },
    });
    // The second time with a burned crud whose reply the purge has not deleted.
    for (const burned of [null, await postCrud(bob, 'burned')]) {
      if (burned) {
        await replyTo(bob, burned.uuid, 'below');
        await db.deleteFrom('activities').where('uuid', '=', burned.uuid).execute();
      }
      const above: AboveReplies = new Map();
      let after: ListPosition | null = null;
      do {
        const view: ExportView<ListPosition> = { sub: ann.sub, now: app.clock.now(), after };
        ({ next: after } = await createExportReads(counted).readReplies(view, above));
      } while (after);
    }
  });
  // What is above the replies is read once, and not again for each page below it.
  expect(rows).toBeLessThan(3.1 * depth);
  // A look at each crud above each of the hundred replies of a page reads 1.4 million pages.
  expect(cost.pages, cost.statements.join('\n')).toBeLessThan(10_000);
  const { replies } = await ann.callOk('exportData');
  expect(textsOf(replies)).toEqual(chain.map(({ message }) => message).toReversed());
  const above: AboveReplies = new Map();
  const readPage = (after: ListPosition | null) =>
    createExportReads(db).readReplies({ sub: ann.sub, now: app.clock.now(), after }, above);
  const { next } = await readPage(null);
  const { uuid = '' } = chain[300] ?? {};
  await db.deleteFrom('activities').where('uuid', '=', uuid).execute();
  expect((await readPage(next)).items).toEqual([]);
  expect(textsOf((await ann.callOk('exportData')).replies)).toEqual(
    textsOf(chain.slice(0, 300)).toReversed(),
  );
  await db.deleteFrom('activities').where('uuid', '=', root.uuid).execute();
  expect((await ann.callOk('exportData')).replies).toEqual([]);
});

it('the file breaks off when the session ends', async () => {
  const ann = await app.signUp();
  await postCrud(ann, 'hello');
  const ports = { ...createStoreReads(app.store.db, app.clock), clock: app.clock };
  const checkAllowed = () => {
    throw new Refusal('generic_401');
  };
  const file = writeExport(ports, { sub: ann.sub, head: {} as ExportHead, checkAllowed });
  expect((await file.next()).done).toBe(false);
  await expect(file.next()).rejects.toThrow('generic_401');
  const other = await signIn(app.url, ann);
  const client = createClient(app.url, other.accessToken);
  await client.callOk('endSession', { body: {} });
  expect((await client.call('exportData')).status).toBe(401);
});
