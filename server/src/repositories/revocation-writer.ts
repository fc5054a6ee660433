import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Clock } from '../domain/clock.ts';
import { OverloadRefusal } from '../domain/errors.ts';
import type { Revocation, RevocationLog } from '../domain/ports.ts';
import { isUnavailable } from './store-failures.ts';
import type { Db } from './tables.ts';

/** Revocations per commit. */
const COMMIT_MAX = 500;
/** Revocations waiting for a commit. */
const WAITING_MAX = 10_000;

export type NewRevocation = Omit<Revocation, 'id' | 'at'>;

interface PendingRevocation {
  revocation: NewRevocation;
  resolve: () => void;
  reject: (error: unknown) => void;
}

/**
 * Adds revocations on one connection at a time: every revocation locks the row of its stream, so separate transactions would
 * each hold a connection while they wait for it. Those that arrive during a commit share the next one.
 * @returns `add`, which rejects with OverloadRefusal while too many wait
 */
export function createRevocationWriter(db: Db, clock: Clock): RevocationLog['add'] {
  let pending: PendingRevocation[] = [];
  let isWriting = false;

  async function writePending(): Promise<void> {
    isWriting = true;
    while (pending.length > 0) {
      const batch = pending.slice(0, COMMIT_MAX);
      pending = pending.slice(COMMIT_MAX);
      await writeBatch(batch);
    }
    isWriting = false;
  }

  async function writeBatch(batch: readonly PendingRevocation[]): Promise<void> {
    try {
      const revocations = batch.map(({ revocation }) => revocation);
      await db.transaction().execute((trx) => insertRevocations(trx, revocations, clock.now()));
      for (const { resolve } of batch) resolve();
    } catch (error) {
      if (batch.length === 1 || isUnavailable(error)) for (const { reject } of batch) reject(error);
      // A revocation that the store refuses must not fail the others.
      else for (const write of batch) await writeBatch([write]);
    }
  }

  return (revocation) =>
    new Promise((resolve, reject) => {
      if (pending.length >= WAITING_MAX) {
        reject(new OverloadRefusal());
        return;
      }
      pending.push({ revocation, resolve, reject });
      if (!isWriting) void writePending();
    });
}

/** Adds revocations to their table and their stream, in the caller's transaction. */
export async function insertRevocations(
  trx: Db,
  revocations: readonly NewRevocation[],
  at: Date,
): Promise<void> {
  const rows = revocations.map(({ sub, originJti, allBefore }) => ({
    uuid: randomUUID(),
    sub,
    origin_jti: originJti,
    all_before: allBefore,
    at,
  }));
  await trx.insertInto('revocations').values(rows).execute();
  const entries = rows.map(({ uuid }) => ({ stream: 'revocations', kind: 'session.ended', ref: uuid }));
  await sql`select from append(${JSON.stringify(entries)}::jsonb, ${at})`.execute(trx);
}
