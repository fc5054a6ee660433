import { expect, it } from 'vitest';
import { systemClock as clock } from '../../../server/src/domain/clock.ts';
import type { Viewer } from '../../../server/src/domain/viewer.ts';
import { createCommits, type CommitResult } from '../../../server/src/repositories/commit.ts';
import { createStore } from '../../../server/src/repositories/store.ts';
import { disposeAfterAll } from '../../support/dispose-after-all.ts';
import { createWriteRequests } from '../../support/write-requests.ts';
import { queryStore } from '../../support/query-store.ts';
import { addPeople } from '../../support/add-people.ts';
import { isOnPostgres, openTestStore } from '../../support/test-store.ts';

const LIKERS = 20;

const { store: opened } = disposeAfterAll(await openTestStore());
const { db } = opened;
const store = createStore(db, clock);
const commits = createCommits(db, clock);
const requests = createWriteRequests(db, clock);
const people = await addPeople(store, LIKERS + 1);
const [author] = people as [Viewer];
const likers = people.slice(1);
await queryStore(
  db,
  `create table row_updates (activity uuid not null);
  create function note_update() returns trigger language plpgsql as $$
    begin insert into row_updates values (new.uuid); return null; end $$;
  create trigger note_updates after update of likes_count, reposts_count on activities
    for each row execute function note_update()`,
);

const kindsOf = (results: readonly CommitResult[]) => results.map(({ is }) => is);
const newCrud = async () => {
  const post = requests.post(author, 'everybody likes this');
  await commits.commitAlone(post);
  return post.plan.is === 'crud' ? post.plan.uuid : '';
};
const stateOf = async (uuid: string) => {
  const [state] = await queryStore<Record<'likes' | 'counted' | 'notified' | 'updates', number>>(
    db,
    `select (select count(*)::int from likes where activity = a.uuid) as likes, a.likes_count as counted,
      (select count(*)::int from notifications where activity = a.uuid) as notified,
      (select count(*)::int from row_updates where activity = a.uuid) as updates
    from activities a where a.uuid = '${uuid}'`,
  );
  return state;
};
const like = (on: boolean, uuid: string) =>
  likers.map((liker) => requests.mark(liker, uuid, { mark: 'like', on }));

it('likes in one commit update the row once, and the author is notified once', async () => {
  const crud = await newCrud();
  const outcomes = await commits.commitShared(like(true, crud));
  expect(kindsOf(outcomes)).toEqual(Array(LIKERS).fill('written'));
  expect(await stateOf(crud)).toEqual({ likes: LIKERS, counted: LIKERS, notified: 1, updates: 1 });
  const streams = outcomes.map((outcome) =>
    outcome.is === 'written' ? outcome.written.envelopes.map(({ event }) => event.kind) : [],
  );
  expect(streams[0]).toEqual(['notification.created', 'activity.mine']);
  expect(new Set(streams.slice(1).flat())).toEqual(new Set(['activity.mine']));
});

it('unlikes share an update too; a repeated like and one of the user’s own crud notify no author', async () => {
  const crud = await newCrud();
  const own = requests.mark(author, crud, { mark: 'like', on: true });
  await commits.commitShared([own, ...like(true, crud)]);
  const again = await commits.commitShared(like(true, crud));
  expect(again.every((outcome) => outcome.is === 'written' && outcome.written.envelopes.length === 0)).toBe(
    true,
  );
  await commits.commitShared(like(false, crud));
  expect(await stateOf(crud)).toEqual({ likes: 1, counted: 1, notified: 0, updates: 2 });
});

it('each answer has the counts up to then and the marks of its own user', async () => {
  const crud = await newCrud();
  await commits.commitShared([requests.mark(author, crud, { mark: 'repost', on: true })]);
  const shared = createStore(db, clock);
  const to = { is: 'mark', mark: 'like', isSet: true, activity: crud, person: author.sub } as const;
  const { result } = await shared.runMark({ ...to, created_at: clock.now() });
  const marks = { uuid: crud, liked: true, reposted: true, likes_count: 1, reposts_count: 1 };
  expect(result).toEqual({ changed: true, marks });
});

it('a like or repost of an account that is being erased or is suspended is refused alone', async () => {
  const crud = await newCrud();
  const [erased] = (await addPeople(store, 1)) as [Viewer];
  await db.updateTable('people').set({ erased_at: clock.now() }).where('sub', '=', erased.sub).execute();
  const late = (['like', 'repost'] as const).map((mark) => requests.mark(erased, crud, { mark, on: true }));
  const results = await commits.commitShared([...late, ...like(true, crud)]);
  expect(kindsOf(results)).toEqual([
    ...Array<string>(2).fill('retryAlone'),
    ...Array<string>(LIKERS).fill('written'),
  ]);
  expect(await stateOf(crud)).toMatchObject({ likes: LIKERS, counted: LIKERS });
  const queued = await commits.commitQueued([...late, ...like(false, crud)]);
  expect(kindsOf(queued)).toEqual([
    ...Array<string>(2).fill('refused'),
    ...Array<string>(LIKERS).fill('written'),
  ]);
  expect(await stateOf(crud)).toMatchObject({ likes: 0, counted: 0 });
  const [suspended] = (await addPeople(store, 1)) as [Viewer];
  await commits.commitShared([requests.mark(suspended, crud, { mark: 'like', on: true })]);
  await db.updateTable('people').set({ suspended: true }).where('sub', '=', suspended.sub).execute();
  const changes = [requests.mark(suspended, crud, { mark: 'like', on: false })];
  changes.push(requests.mark(suspended, crud, { mark: 'repost', on: true }));
  for (const commit of ['commitShared', 'commitQueued'] as const)
    expect(kindsOf(await commits[commit]([...changes, ...like(commit === 'commitShared', crud)]))).toEqual([
      ...Array<string>(2).fill('refused'),
      ...Array<string>(LIKERS).fill('written'),
    ]);
  expect(await stateOf(crud)).toMatchObject({ likes: 1, counted: 1 });
});

it.runIf(isOnPostgres)('likes of a crud that another transaction holds wait for it together', async () => {
  const crud = await newCrud();
  await db.transaction().execute(async (trx) => {
    await trx.updateTable('activities').set({ likes_count: 0 }).where('uuid', '=', crud).execute();
    expect(kindsOf(await commits.commitShared(like(true, crud)))).toEqual(Array(LIKERS).fill('retryAlone'));
  });
  expect(kindsOf(await commits.commitQueued(like(true, crud)))).toEqual(Array(LIKERS).fill('written'));
  expect(await stateOf(crud)).toMatchObject({ likes: LIKERS, counted: LIKERS, notified: 1 });
});
