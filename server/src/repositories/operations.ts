import { sql } from 'kysely';
import { Refusal } from '../domain/errors.ts';
import type { Operation } from '../domain/use-case.ts';
import type { Db } from './tables.ts';

/** An operation and its author's sub. */
export interface ActorOperation {
  actor: string;
  operation: Operation;
}

export function operationKey({ actor, operation }: ActorOperation): string {
  return `${actor} ${operation.id}`;
}

/** An operation as claim_operations() and remember_operations() take it. */
function toOperationRow({ actor, operation }: ActorOperation) {
  return { actor, operation_id: operation.id, fingerprint: operation.fingerprint };
}

/**
 * Locks an operation across all gateways until the transaction ends, so that a concurrent repeat sees the result of the first
 * run. Waits for a lock that is held.
 * @returns the stored ref of an operation that has run, or null
 * @throws Refusal operation_id_reused, or generic_401 when its actor is erased
 */
export async function claimOperation(trx: Db, operation: ActorOperation): Promise<string | null> {
  const operations = JSON.stringify([{ plan_index: 1, ...toOperationRow(operation) }]);
  const { rows } = await sql<{
    outcome: 'operation_id_reused' | 'generic_401' | 'earlier' | null;
    ref: string;
  }>`
    select outcome, ref from claim_operations(${operations}::jsonb, true)`.execute(trx);
  const { outcome = null, ref = '' } = rows[0] ?? {};
  if (outcome === null) return null;
  if (outcome !== 'earlier') throw new Refusal(outcome);
  return ref;
}

/** Stores the result of an operation in the transaction that has claimed it. */
export async function rememberOperation(
  trx: Db,
  operation: ActorOperation,
  { ref, at }: { ref: string; at: Date },
): Promise<void> {
  const operations = JSON.stringify([{ ...toOperationRow(operation), ref }]);
  await sql`select remember_operations(${operations}::jsonb, ${at})`.execute(trx);
}

/** The stored ref of an operation, or null. @throws Refusal operation_id_reused when its fingerprint was another one */
export async function findEarlierRef(db: Db, { actor, operation }: ActorOperation): Promise<string | null> {
  const { rows } = await sql<{ ref: string; isSame: boolean }>`
    select ref, fingerprint = keyed_fingerprint(${operation.fingerprint}) as "isSame"
    from operations where actor = ${actor} and operation_id = ${operation.id}`.execute(db);
  const [earlier] = rows;
  if (!earlier) return null;
  if (!earlier.isSame) throw new Refusal('operation_id_reused');
  return earlier.ref;
}
