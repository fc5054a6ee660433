import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { Refusal } from '../domain/errors.ts';
import type { MessageWrites, NewMessageRow } from '../domain/messages/ports.ts';
import type { Db } from './tables.ts';
import { requireDedicated, skipLockedWhenShared, type Transaction } from './transaction.ts';

type Pair = readonly [lower: string, higher: string];
type Membership = { group: string; sub: string };

/** One member's new read mark; the conversation's row is locked. */
interface ReadUpTo extends Membership {
  message: string;
}

/** Every write to a conversation locks its row, which append() relies on. */
export function createMessageWrites(tx: Transaction): MessageWrites {
  const { trx, batchCalls } = tx;
  const lockMembers = batchCalls((memberships: readonly Membership[]) => lockMemberGroups(tx, memberships));
  const lockReceiver = batchCalls((handles: readonly string[]) => lockReceivers(tx, handles));
  const lockGroupOf = batchCalls((pairs: readonly Pair[]) => lockPairGroups(tx, pairs));
  const insert = batchCalls((rows: readonly NewMessageRow[]) => insertAll(trx, rows));
  const markRead = batchCalls((marks: readonly ReadUpTo[]) => markAllRead(trx, marks));

  return {
    async lockMembers(group, sub) {
      const found = await lockMembers({ group, sub });
      if (!found) requireDedicated(tx);
      return found;
    },

    async lockPersonByHandle(handle) {
      const found = await lockReceiver(handle.toLowerCase());
      if (found === null) requireDedicated(tx);
      return found;
    },

    async lockGroup(pair, now) {
      const [a, b] = pair[0] < pair[1] ? pair : ([pair[1], pair[0]] as const);
      const existing = await lockGroupOf([a, b]);
      if (existing) return { uuid: existing, isNew: false };
      requireDedicated(tx);
      const created = await trx
        .insertInto('message_groups')
        .values({ uuid: randomUUID(), person_a: a, person_b: b, created_at: now })
        .onConflict((conflict) => conflict.doNothing())
        .returning('uuid')
        .executeTakeFirst();
      if (!created) {
        // Another transaction has inserted it while this one waited for the unique index.
        const concurrent = await lockGroupOf([a, b]);
        if (!concurrent) throw new Error('A conversation that was inserted concurrently is missing.');
        return { uuid: concurrent, isNew: false };
      }
      await trx
        .insertInto('group_members')
        .values([a, b].map((person) => ({ message_group: created.uuid, person })))
        .execute();
      return { uuid: created.uuid, isNew: true };
    },

    async insert(message) {
      // The row exists although its operation does not: the operation is older than the retention.
      if (!(await insert(message))) throw new Refusal('operation_id_reused');
    },

    markRead(group, sub, message) {
      return markRead({ group, sub, message });
    },
  };
}

/** The two members of each conversation, or null when the person is not one of them. */
async function lockMemberGroups(
  tx: Transaction,
  memberships: readonly Membership[],
): Promise<([string, string] | null)[]> {
  const { rows } = await sql<{ person_a: string; person_b: string; place: number }>`
    select g.person_a, g.person_b, asked.place
    from unnest(${memberships.map(({ group }) => group)}::uuid[], ${memberships.map(({ sub }) => sub)}::uuid[])
      with ordinality as asked (message_group, sub, place)
    join message_groups g on g.uuid = asked.message_group and asked.sub in (g.person_a, g.person_b)
    for no key update of g ${skipLockedWhenShared(tx)}`.execute(tx.trx);
  const found = new Map(rows.map((row) => [row.place, row]));
  return memberships.map((_, index) => {
    const row = found.get(index + 1);
    return row ? [row.person_a, row.person_b] : null;
  });
}

/** The sub of each handle whose person is not erased, locked against erasure. */
async function lockReceivers(tx: Transaction, handles: readonly string[]): Promise<(string | null)[]> {
  const { rows } = await sql<{ sub: string; place: number }>`
    select p.sub, asked.place
    from unnest(${handles}::text[]) with ordinality as asked (handle, place)
    join people p on p.handle = asked.handle and p.erased_at is null
    for key share of p ${skipLockedWhenShared(tx)}`.execute(tx.trx);
  const found = new Map(rows.map(({ sub, place }) => [place, sub]));
  return handles.map((_, index) => found.get(index + 1) ?? null);
}

/** The conversation of each pair that has one. */
async function lockPairGroups(tx: Transaction, pairs: readonly Pair[]): Promise<(string | null)[]> {
  const { rows } = await sql<{ uuid: string; place: number }>`
    select g.uuid, asked.place
    from unnest(${pairs.map(([a]) => a)}::uuid[], ${pairs.map(([, b]) => b)}::uuid[])
      with ordinality as asked (a, b, place)
    join message_groups g on g.person_a = asked.a and g.person_b = asked.b
    for no key update of g ${skipLockedWhenShared(tx)}`.execute(tx.trx);
  const found = new Map(rows.map(({ uuid, place }) => [place, uuid]));
  return pairs.map((_, index) => found.get(index + 1) ?? null);
}

/** @param marks at most one per member @returns for each mark whether it has moved */
async function markAllRead(trx: Db, marks: readonly ReadUpTo[]): Promise<boolean[]> {
  const { rows } = await sql<{ place: number }>`
    update group_members g set read_pos = m.pos
    from unnest(${marks.map(({ group }) => group)}::uuid[], ${marks.map(({ sub }) => sub)}::uuid[],
        ${marks.map(({ message }) => message)}::uuid[])
      with ordinality as asked (message_group, sub, message, place)
    join messages m on m.uuid = asked.message and m.message_group = asked.message_group
    where g.message_group = asked.message_group and g.person = asked.sub and g.read_pos < m.pos
    returning asked.place`.execute(trx);
  const moved = new Set(rows.map(({ place }) => place));
  return marks.map((_, index) => moved.has(index + 1));
}

/** @returns for each row whether it is new */
async function insertAll(trx: Db, rows: readonly NewMessageRow[]): Promise<boolean[]> {
  const inserted = await trx
    .insertInto('messages')
    .values(rows)
    .onConflict((conflict) => conflict.column('uuid').doNothing())
    .returning('uuid')
    .execute();
  const insertedUuids = new Set(inserted.map(({ uuid }) => uuid));
  return rows.map(({ uuid }) => insertedUuids.has(uuid));
}
