import { type RawBuilder, sql } from 'kysely';
import type { PoolContext } from './context.ts';
import { after, lifetimes } from './lifetimes.ts';
import { deleteExpiredSignUps } from './people/expired-sign-ups.ts';
import type { PoolTables } from './tables.ts';

/**
 * Deletes expired rows in short transactions. A failure in one table does not keep the others from being swept.
 * @throws the first failure, at the end
 */
export async function sweep(context: PoolContext): Promise<void> {
  const now = context.clock.now();
  const deleteFrom = (table: keyof PoolTables, isExpired: RawBuilder<unknown>) => () =>
    deleteInBatches((size) => deleteBatch(context, { table, isExpired, size }));
  // A closed mailbox stores nothing, not even mails from before it was closed.
  const mailAge = context.storesMail ? lifetimes.mail : 0;
  const steps = [
    deleteFrom('pool_challenges', sql`expires_at <= ${now}`),
    deleteFrom('pool_codes', sql`expires_at <= ${now}`),
    deleteFrom('pool_limits', sql`ends_at <= ${now}`),
    deleteFrom('pool_mail', sql`sent_at <= ${after(now, -mailAge)}`),
    deleteFrom('pool_mail_queue', sql`expires_at <= ${now}`),
    deleteFrom('pool_refresh_tokens', sql`replaced_at <= ${after(now, -lifetimes.replacedToken)}`),
    deleteFrom('pool_sessions', sql`expires_at <= ${now}`),
    () => deleteInBatches((size) => deleteExpiredSignUps(context, { limit: size })),
  ];
  const failures: unknown[] = [];
  for (const step of steps) await step().catch((error: unknown) => failures.push(error));
  if (failures.length > 0) throw failures[0];
}

type ExpiredRows = { table: keyof PoolTables; isExpired: RawBuilder<unknown>; size: number };

async function deleteBatch({ db }: PoolContext, { table, isExpired, size }: ExpiredRows): Promise<number> {
  const name = sql.table(table);
  // Locked rows are skipped: `incrementCounts` locks several limits in another order.
  const rows = sql`select ctid from ${name} where ${isExpired} limit ${size} for update skip locked`;
  const { numAffectedRows } = await sql`delete from ${name} where ctid = any(array(${rows}))`.execute(db);
  return Number(numAffectedRows ?? 0);
}

const INITIAL_SIZE = 1000;

/** SQLSTATEs of a statement that was cut off: it or a lock took too long, or it was in a deadlock. */
const CUT_OFF_CODES: readonly unknown[] = ['57014', '55P03', '40P01'];

function isCutOff(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return (
    ('code' in error && CUT_OFF_CODES.includes(error.code)) || error.message.includes('Query read timeout')
  );
}

/**
 * Repeats a deletion of at most `size` rows, which returns the number deleted, until it deletes fewer. One that the store cuts off
 * is repeated with half the size, so that a slow store makes progress.
 */
async function deleteInBatches(deleteBatch: (size: number) => Promise<number>): Promise<void> {
  let size = INITIAL_SIZE;
  for (;;) {
    try {
      if ((await deleteBatch(size)) < size) return;
    } catch (error) {
      if (size === 1 || !isCutOff(error)) throw error;
      size = Math.ceil(size / 2);
    }
  }
}
