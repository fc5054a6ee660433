import { sql } from 'kysely';
import { Refusal } from '../domain/errors.ts';
import type { Operation } from '../domain/use-case.ts';
import type { Db } from './tables.ts';
import type { Transaction } from './transaction.ts';

/** An operation of somebody. */
export interface OperationOf {
  actor: string;
  operation: Operation;
}

export function keyOf({ actor, operation }: OperationOf): string {
  return `${actor} ${operation.id}`;
}

/**
 * Takes operations over all gateways until the transaction ends: who comes second finds what the first one made. A shared
 * transaction does not wait for those that somebody else has.
 * @returns for each whether it is taken
 */
export async function takeOperations(tx: Transaction, wanted: readonly OperationOf[]): Promise<boolean[]> {
  const keys = wanted.map(keyOf);
  const lock = tx.shared
    ? sql<boolean>`pg_try_advisory_xact_lock(hashtextextended(key, 0))`
    : sql<boolean>`pg_advisory_xact_lock(hashtextextended(key, 0)) is not null`;
  const { rows } = await sql<{ key: string; taken: boolean }>`
    select key, ${lock} as taken
    from (select key from unnest(${keys}::text[]) as asked (key) order by key) sorted`.execute(tx.trx);
  const taken = new Map(rows.map((row) => [row.key, row.taken]));
  return keys.map((key) => taken.get(key) ?? false);
}

/**
 * What operations made before, by `keyOf`. A statement of its own, after they are taken: only then it sees what those who
 * had them have committed.
 */
export async function madeBefore(
  db: Db,
  asked: readonly OperationOf[],
): Promise<Map<string, { fingerprint: string; ref: string }>> {
  const { rows } = await sql<{ actor: string; op_id: string; fingerprint: string; ref: string }>`
    select op.actor, op.op_id, op.fingerprint, op.ref
    from unnest(${asked.map(({ actor }) => actor)}::uuid[], ${asked.map(({ operation }) => operation.id)}::text[])
      as asked (actor, op_id)
    join op on op.actor = asked.actor and op.op_id = asked.op_id`.execute(db);
  return new Map(rows.map(({ actor, op_id, ...made }) => [`${actor} ${op_id}`, made]));
}

/** The ref that an operation left behind. @throws Refusal operation_id_reused when it was another act */
export function refOf(made: { fingerprint: string; ref: string }, { operation }: OperationOf): string {
  if (made.fingerprint !== operation.fingerprint) throw new Refusal('operation_id_reused');
  return made.ref;
}
