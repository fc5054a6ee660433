import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { systemClock as clock } from '../../../server/src/domain/clock.ts';
import type { Viewer } from '../../../server/src/domain/viewer.ts';
import { createCommits, type CommitResult } from '../../../server/src/repositories/commit.ts';
import { createStore } from '../../../server/src/repositories/store.ts';
import { collectStatements } from '../../proof/attack/query-cost.ts';
import { runSql } from '../../support/run-sql.ts';
import { disposeAfterAll } from '../../support/dispose-after-all.ts';
import { createWriteRequests, type OperationRequest } from '../../support/write-requests.ts';
import { addPeople } from '../../support/add-people.ts';
import { isOnPostgres, openTestStore } from '../../support/test-store.ts';

const DAY_MS = 86_400_000;

const withFingerprint = (request: OperationRequest, fingerprint: string): OperationRequest => {
  const { actor, operation } = request.operation;
  return { ...request, operation: { actor, operation: { ...operation, fingerprint } } };
};

const { store: opened } = disposeAfterAll(await openTestStore());
const { db } = opened;
const commits = createCommits(db, clock);
const requests = createWriteRequests(db, clock);
const [ann, bob, cleo] = (await addPeople(createStore(db, clock), 3)) as [Viewer, Viewer, Viewer];

const uuidOf = ({ plan }: OperationRequest) => plan.uuid;
const idOf = ({ operation: { operation } }: OperationRequest) => operation.id;
const kindsOf = (results: readonly CommitResult[]) => results.map(({ is }) => is);
const eventsOf = (result: CommitResult | undefined) =>
  result?.is === 'written' ? result.written.envelopes.map(({ stream, event }) => [stream, event.kind]) : [];
/** @returns its uuid */
const createConversation = async (from: Viewer, to: Viewer) => {
  const { envelopes } = await commits.commitAlone(requests.send(from, 'first', { handle: to.handle }));
  const event = envelopes[0]?.event;
  return event?.kind === 'message.created' ? event.data.message_group_uuid : '';
};
const made = async (...of: OperationRequest[]) => {
  const rows = db.selectFrom('activities').select('uuid').where('uuid', 'in', of.map(uuidOf)).execute();
  const ids = of.map(idOf);
  const ops = db.selectFrom('operations').select('operation_id').where('operation_id', 'in', ids).execute();
  return [(await rows).length, (await ops).length];
};

it('each operation gets its own events and answer, in order of arrival', async () => {
  const post = requests.post(ann, `hello @${bob.handle} and @${cleo.handle} #together`);
  await commits.commitAlone(post);
  const together = [
    requests.reply(bob, uuidOf(post)),
    requests.post(cleo, `@${ann.handle}`),
    requests.post(ann, 'plain'),
  ];
  const outcomes = await commits.commitShared(together);
  expect(outcomes.map(eventsOf)).toEqual([
    [
      [`user:${ann.sub}`, 'notification.created'],
      ['public', 'reply.created'],
    ],
    [
      [`user:${ann.sub}`, 'notification.created'],
      ['public', 'activity.created'],
    ],
    [['public', 'activity.created']],
  ]);
  const cruds = db.selectFrom('activities').select('uuid').where('uuid', 'in', together.map(uuidOf));
  const rows = await cruds.orderBy('pos').execute();
  expect(rows.map(({ uuid }) => uuid)).toEqual(together.map(uuidOf));
});

it('the plans of a commit are one statement', async () => {
  const parent = requests.post(ann, 'first');
  const statements = await collectStatements(db, async (watched) => {
    const watchedCommits = createCommits(watched, clock);
    await watchedCommits.commitShared([parent, requests.post(bob, 'second #tag')]);
    await watchedCommits.commitShared([requests.mark(ann, uuidOf(parent), { mark: 'like', on: true })]);
  });
  expect(statements.map(({ sql }) => sql)).toEqual(Array(2).fill(expect.stringContaining('commit_plans')));
});

it('the log of a commit is a chain: dense numbers, and each tag is the next one’s previous', async () => {
  const posts = [requests.post(ann, 'one'), requests.post(bob, 'two'), requests.post(cleo, 'three')];
  const outcomes = await commits.commitShared(posts);
  const envelopes = outcomes.flatMap((result) => (result.is === 'written' ? result.written.envelopes : []));
  const [first, second, third] = envelopes;
  expect(envelopes.map(({ event }) => event.seq - (first?.event.seq ?? 0))).toEqual([0, 1, 2]);
  expect([second?.previous, third?.previous]).toEqual([first?.event.tag, second?.event.tag]);
  const next = await commits.commitAlone(requests.post(ann, 'four'));
  expect(next.envelopes[0]?.previous).toBe(third?.event.tag);
});

it('an operation refused before it writes leaves nothing and affects no other', async () => {
  const well = requests.post(ann, 'well');
  const again = requests.post(ann, 'already made');
  await commits.commitAlone(again);
  const reused = withFingerprint(again, 'of another act');
  const outcomes = await commits.commitShared([reused, well, again]);
  expect(kindsOf(outcomes)).toEqual(['refused', 'written', 'written']);
  expect(eventsOf(outcomes[2])).toEqual([]);
  expect(await made(well)).toEqual([1, 1]);
});

it('a retry older than the stored operations is refused alone', async () => {
  const post = requests.post(ann, 'long ago');
  const message = requests.send(bob, 'long ago', { handle: cleo.handle });
  for (const one of [post, message]) await commits.commitAlone(one);
  const ids = [post, message].map(idOf);
  await db.deleteFrom('operations').where('operation_id', 'in', ids).execute();
  const neighbours = [requests.post(bob, 'beside it'), requests.post(cleo, 'beside it too')] as const;
  const outcomes = await commits.commitShared([neighbours[0], post, message, neighbours[1]]);
  expect(kindsOf(outcomes)).toEqual(['written', 'refused', 'refused', 'written']);
  expect(outcomes[1]).toMatchObject({ refusal: { codes: ['operation_id_reused'] } });
  expect(await made(...neighbours)).toEqual([2, 2]);
  expect(await made(post)).toEqual([1, 0]);
});

it('an operation of an account that is being erased is refused alone', async () => {
  const [erased] = (await addPeople(createStore(db, clock), 1)) as [Viewer];
  await db.updateTable('people').set({ erased_at: clock.now() }).where('sub', '=', erased.sub).execute();
  const late = requests.post(erased, 'too late');
  const neighbours = [requests.post(ann, 'beside it'), requests.post(bob, 'beside it too')] as const;
  const results = await commits.commitShared([neighbours[0], late, neighbours[1]]);
  expect(results.map(({ is }) => is)).toEqual(['written', 'retryAlone', 'written']);
  expect(await made(...neighbours)).toEqual([2, 2]);
  await expect(commits.commitAlone(late)).rejects.toMatchObject({ codes: ['generic_401'] });
  expect(await made(late)).toEqual([0, 0]);
});

it('each refused plan has its own reason', async () => {
  const expired = requests.post(ann, 'expired');
  await commits.commitAlone(expired);
  const twoDaysLater = { now: () => new Date(clock.now().getTime() + 2 * DAY_MS) };
  const later = createCommits(db, twoDaysLater);
  const late = [
    requests.reply(bob, uuidOf(expired)),
    requests.send(cleo, 'to myself', { handle: cleo.handle }),
    requests.post(bob, 'beside them'),
  ];
  const results = [
    ...(await later.commitShared(late)),
    ...(await later.commitShared([requests.mark(bob, uuidOf(expired), { mark: 'repost', on: true })])),
  ];
  expect(results.map((result) => (result.is === 'refused' ? result.refusal.codes[0] : result.is))).toEqual([
    'activity_expired',
    'user_reciever_handle_blank',
    'written',
    'activity_expired',
  ]);
  expect(await made(...late)).toEqual([1, 1]);
});

it('a plan that fails aborts the whole commit', async () => {
  const well = requests.post(ann, 'well');
  const failing = requests.post(bob, 'x'.repeat(1025));
  await expect(commits.commitShared([well, failing])).rejects.toThrow('activities_message_check');
  expect(await made(well, failing)).toEqual([0, 0]);
  expect(kindsOf(await commits.commitShared([well]))).toEqual(['written']);
});

it('work that fails leaves nothing', async () => {
  const { operation } = requests.post(ann, 'x');
  const failing = commits.commitAlone({
    operation,
    work: async (unit) => {
      await unit.people.updateProfile({ sub: ann.sub, display_name: 'Half done', bio: null });
      throw new Error('too late');
    },
  });
  await expect(failing).rejects.toThrow('too late');
  const row = db.selectFrom('people').selectAll().where('sub', '=', ann.sub);
  expect(await row.execute()).toMatchObject([{ display_name: ann.display_name }]);
  const work = () => Promise.resolve({ ref: 'done', entries: [] });
  expect((await commits.commitAlone({ operation, work })).ref).toBe('done');
});

it('a plan that would wait, or that creates a conversation, is retried alone', async () => {
  const unknown = requests.reply(ann, ann.sub);
  const firstMessage = requests.send(ann, 'a new conversation', { handle: bob.handle });
  const well = requests.post(bob, 'well');
  const outcomes = await commits.commitShared([unknown, firstMessage, well]);
  expect(kindsOf(outcomes)).toEqual(['retryAlone', 'retryAlone', 'written']);
  await expect(commits.commitAlone(unknown)).rejects.toMatchObject({ codes: ['activity_not_found'] });
  await commits.commitAlone(firstMessage);
});

it('messages of one commit have one order in the conversation and in both streams', async () => {
  const message_group_uuid = await createConversation(ann, cleo);
  const mixed = [
    requests.send(ann, 'by handle', { handle: cleo.handle }),
    requests.send(cleo, 'by conversation', { message_group_uuid }),
    requests.send(cleo, 'by handle', { handle: ann.handle }),
    requests.send(ann, 'by conversation', { message_group_uuid: message_group_uuid.toUpperCase() }),
  ];
  expect(kindsOf(await commits.commitShared(mixed))).toEqual(Array(4).fill('written'));
  const messages = db.selectFrom('messages').selectAll().where('message_group', '=', message_group_uuid);
  const rows = await messages.orderBy('pos').execute();
  expect(rows.map(({ pos }) => pos)).toEqual([1, 2, 3, 4, 5]);
  const uuids = rows.map(({ uuid }) => uuid);
  for (const { sub } of [ann, cleo]) {
    const log = db
      .selectFrom('log')
      .select('ref')
      .where('stream', '=', `user:${sub}`)
      .where('ref', 'in', uuids);
    expect((await log.orderBy('seq').execute()).map(({ ref }) => ref)).toEqual(uuids);
  }
  const members = db.selectFrom('group_members').selectAll().where('message_group', '=', message_group_uuid);
  for (const { person, read_pos } of await members.execute())
    expect(read_pos).toBe(rows.findLast(({ author }) => author === person)?.pos);
});

it.runIf(isOnPostgres)(
  'a shared commit never waits for a locked crud, conversation or operation',
  async () => {
    const parent = requests.post(ann, 'about to burn');
    await commits.commitAlone(parent);
    const message_group_uuid = await createConversation(bob, cleo);
    const elsewhere = requests.post(ann, 'at another gateway too');
    const batch = [
      requests.reply(bob, uuidOf(parent)),
      requests.send(bob, 'held up', { message_group_uuid }),
      elsewhere,
      requests.post(cleo, 'not held up'),
    ];
    await db.transaction().execute(async (trx) => {
      const crud = trx.selectFrom('activities').select('uuid').where('uuid', '=', uuidOf(parent));
      await crud.forUpdate().execute();
      const group = trx.selectFrom('message_groups').select('uuid').where('uuid', '=', message_group_uuid);
      await group.forUpdate().execute();
      const key = `${ann.sub} ${idOf(elsewhere)}`;
      await runSql(trx, sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`);
      const outcomes = await commits.commitShared(batch);
      expect(kindsOf(outcomes)).toEqual(['retryAlone', 'retryAlone', 'retryAlone', 'written']);
    });
    expect(kindsOf(await commits.commitShared(batch))).toEqual(Array(4).fill('written'));
  },
);
