import { CompiledQuery } from 'kysely';
import { expect, it } from 'vitest';
import { connectSocket } from '../../support/sockets.ts';
import { startTestApp } from '../../support/test-app.ts';
import { findTablesWithPerson } from '../../support/dump-tables.ts';

/** More rows than one step of an erasure takes, and more cruds than get events of their own. */
const MANY = 2300;
const EVENTS_MAX = 2000;

it('[PURGE-10] an account with thousands of rows of each kind is erased, with one event for each of its newest cruds', async () => {
  await using app = await startTestApp();
  const [ann, bob] = [await app.signUp(), await app.signUp()];
  const run = async (statement: string) =>
    (await app.store.db.executeQuery<Record<string, unknown>>(CompiledQuery.raw(statement))).rows;
  const { message_group_uuid: group } = await ann.callOk('sendMessage', {
    body: { handle: bob.handle, message: 'first' },
  });
  const row = (who: string) =>
    `gen_random_uuid(), '${who}', 'crud ' || n, -n, now(), now() + interval '1 day'`;
  const numbers = (from: number) => `from generate_series(${from}, ${from + MANY - 1}) n`;
  const columns = '(uuid, author, message, pos, created_at, expires_at)';
  await run(`insert into activities ${columns} select ${row(ann.sub)} ${numbers(1)}`);
  await run(`insert into activities ${columns} select ${row(bob.sub)} ${numbers(MANY + 1)}`);
  await run(`insert into likes (activity, person, created_at)
    select uuid, '${ann.sub}', now() from activities where author = '${bob.sub}'`);
  await run(`update activities set likes_count = 1 where author = '${bob.sub}'`);
  await run(`insert into notifications (uuid, recipient, activity, reason, actor, created_at)
    select gen_random_uuid(), '${bob.sub}', uuid, 'like', '${ann.sub}', now() from activities where author = '${bob.sub}'`);
  await run(`insert into op (actor, op_id, fingerprint, ref, at)
    select '${ann.sub}', 'operation-' || n, '', '', now() ${numbers(1)}`);
  await run(`insert into messages (uuid, message_group, pos, author, message, created_at)
    select gen_random_uuid(), '${group ?? ''}', n + 1, '${ann.sub}', 'message ' || n, now() ${numbers(1)}`);
  await run(`update message_groups set head = ${MANY + 1}`);
  using tab = await connectSocket(app.url, { token: bob.accessToken });

  expect(await ann.callOk('deleteAccount')).toEqual({ deleted: true });
  expect(await findTablesWithPerson(app.store, ann.sub)).toEqual([]);
  expect(await run('select count(*)::int as rows from messages')).toEqual([{ rows: 0 }]);
  expect(await run('select sum(likes_count)::int as likes from activities')).toEqual([{ likes: 0 }]);
  await tab.waitForEvent('messages.erased');
  const kinds = tab.applied.public.map(({ kind }) => kind);
  expect(kinds.filter((kind) => kind === 'activity.deleted')).toHaveLength(EVENTS_MAX);
  const updates = tab.applied.public.filter((event) => event.kind === 'profile.updated');
  expect(updates).toMatchObject([{ data: { erased: true } }, { data: { erased: true } }]);
  // The second is past the last crud, so a read after it returns none.
  expect(kinds.lastIndexOf('profile.updated')).toBeGreaterThan(kinds.lastIndexOf('activity.deleted'));
});
