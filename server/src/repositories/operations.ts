import { sql } from 'kysely';
import { Refusal } from '../domain/errors.ts';
import type { Operation } from '../domain/use-case.ts';
import type { Db } from './tables.ts';
import type { Transaction } from './transaction.ts';

/** An operation and its author's sub. */
export interface ActorOperation {
  actor: string;
  operation: Operation;
}

/** The stored result of an operation. */
export interface EarlierResult {
  ref: string;
  /** False when the same id was used with another fingerprint. */
  isSame: boolean;
}

export function operationKey({ actor, operation }: ActorOperation): string {
  return `${actor} ${operation.id}`;
}

function fingerprintKey(request: ActorOperation): string {
  return `${operationKey(request)} ${request.operation.fingerprint}`;
}

/**
 * Locks operations across all gateways until the transaction ends, so that a concurrent repeat sees the result of the first
 * run. A shared transaction does not wait for locked operations.
 * @returns the keys of the locked operations
 */
export async function lockOperations(
  tx: Transaction,
  requests: readonly ActorOperation[],
): Promise<ReadonlySet<string>> {
  if (requests.length === 0) return new Set();
  const lock = tx.isShared
    ? sql<boolean>`pg_try_advisory_xact_lock(hashtextextended(key, 0))`
    : sql<boolean>`pg_advisory_xact_lock(hashtextextended(key, 0)) is not null`;
  const { rows } = await sql<{ key: string; taken: boolean }>`
    select key, ${lock} as taken
    from (select key from unnest(${requests.map(operationKey)}::text[]) as asked (key) order by key) sorted`.execute(
    tx.trx,
  );
  return new Set(rows.filter(({ taken }) => taken).map(({ key }) => key));
}

/** The stored results by operation and fingerprint. */
export type EarlierResults = Pick<ReadonlyMap<string, EarlierResult>, 'get'>;

/**
 * Reads the stored results of operations. A separate statement after `lockOperations`: only then it sees the commits of the
 * previous lock holders.
 */
export async function findEarlierResults(
  db: Db,
  requests: readonly ActorOperation[],
): Promise<EarlierResults> {
  if (requests.length === 0) return new Map();
  // Rows of an earlier version have the plain fingerprint: see migration 0007.
  const { rows } = await sql<EarlierResult & { place: number }>`
    select asked.place, op.ref,
      op.fingerprint in (asked.fingerprint, keyed_fingerprint(asked.fingerprint)) as "isSame"
    from unnest(${requests.map(({ actor }) => actor)}::uuid[], ${requests.map(({ operation }) => operation.id)}::text[],
      ${requests.map(({ operation }) => operation.fingerprint)}::text[])
      with ordinality as asked (actor, op_id, fingerprint, place)
    join op on op.actor = asked.actor and op.op_id = asked.op_id`.execute(db);
  const found = new Map(rows.map(({ place, ...result }) => [place, result]));
  return new Map(
    requests.flatMap((request, index) => {
      const result = found.get(index + 1);
      return result ? [[fingerprintKey(request), result]] : [];
    }),
  );
}

/** The stored ref of an operation, or null. @throws Refusal operation_id_reused when its fingerprint was another one */
export function earlierRef(results: EarlierResults, request: ActorOperation): string | null {
  const earlier = results.get(fingerprintKey(request));
  if (!earlier) return null;
  if (!earlier.isSame) throw new Refusal('operation_id_reused');
  return earlier.ref;
}
