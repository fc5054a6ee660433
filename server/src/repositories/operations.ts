import { sql } from 'kysely';
import { Refusal } from '../domain/errors.ts';
import type { Operation } from '../domain/use-case.ts';
import type { Db } from './tables.ts';
import type { Transaction } from './transaction.ts';

/** An operation of somebody. */
export interface ActorOperation {
  actor: string;
  operation: Operation;
}

/** What an operation left behind. */
export interface EarlierResult {
  ref: string;
  /** Whether it was the act that is asked about: the same id may have been given to another one. */
  isSame: boolean;
}

export function operationKey({ actor, operation }: ActorOperation): string {
  return `${actor} ${operation.id}`;
}

function fingerprintKey(asked: ActorOperation): string {
  return `${operationKey(asked)} ${asked.operation.fingerprint}`;
}

/**
 * Takes operations over all gateways until the transaction ends: who comes second finds what the first one made. A shared
 * transaction does not wait for those that somebody else has.
 * @returns the keys of those that are taken
 */
export async function lockOperations(
  tx: Transaction,
  wanted: readonly ActorOperation[],
): Promise<ReadonlySet<string>> {
  if (wanted.length === 0) return new Set();
  const lock = tx.isShared
    ? sql<boolean>`pg_try_advisory_xact_lock(hashtextextended(key, 0))`
    : sql<boolean>`pg_advisory_xact_lock(hashtextextended(key, 0)) is not null`;
  const { rows } = await sql<{ key: string; taken: boolean }>`
    select key, ${lock} as taken
    from (select key from unnest(${wanted.map(operationKey)}::text[]) as asked (key) order by key) sorted`.execute(
    tx.trx,
  );
  return new Set(rows.filter(({ taken }) => taken).map(({ key }) => key));
}

/** What operations made before. */
export type EarlierResults = Pick<ReadonlyMap<string, EarlierResult>, 'get'>;

/**
 * Looks up what operations made before. A statement of its own, after they are taken: only then it sees what those who had
 * them have committed.
 */
export async function findEarlierResults(db: Db, asked: readonly ActorOperation[]): Promise<EarlierResults> {
  if (asked.length === 0) return new Map();
  // A row of an earlier version has the plain fingerprint: see the migration 0007.
  const { rows } = await sql<EarlierResult & { place: number }>`
    select asked.place, op.ref,
      op.fingerprint in (asked.fingerprint, keyed_fingerprint(asked.fingerprint)) as "isSame"
    from unnest(${asked.map(({ actor }) => actor)}::uuid[], ${asked.map(({ operation }) => operation.id)}::text[],
      ${asked.map(({ operation }) => operation.fingerprint)}::text[])
      with ordinality as asked (actor, op_id, fingerprint, place)
    join op on op.actor = asked.actor and op.op_id = asked.op_id`.execute(db);
  const found = new Map(rows.map(({ place, ...made }) => [place, made]));
  return new Map(
    asked.flatMap((one, index) => {
      const made = found.get(index + 1);
      return made ? [[fingerprintKey(one), made]] : [];
    }),
  );
}

/** The ref that an operation left behind, or null. @throws Refusal operation_id_reused when it was another act */
export function earlierRef(made: EarlierResults, asked: ActorOperation): string | null {
  const earlier = made.get(fingerprintKey(asked));
  if (!earlier) return null;
  if (!earlier.isSame) throw new Refusal('operation_id_reused');
  return earlier.ref;
}
