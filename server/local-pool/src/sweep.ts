import type { PoolContext } from './context.ts';
import { after, lifetimes } from './lifetimes.ts';
import { deleteExpiredSignUps } from './people/expired-sign-ups.ts';

/**
 * Deletes expired rows. The function is called with each request and works at most once in ten minutes.
 * @param onSwept called with the error of each run, or null
 */
export function createSweeper(
  context: PoolContext,
  onSwept: (error: unknown) => void = () => undefined,
): () => Promise<void> {
  let next = context.clock.now();
  return async () => {
    const now = context.clock.now();
    if (now < next) return;
    next = after(now, lifetimes.betweenSweeps);
    // The next run deletes what is left; the request that triggered this one must not fail.
    await sweep(context, now).then(() => onSwept(null), onSwept);
  };
}

async function sweep(context: PoolContext, now: Date): Promise<void> {
  const { db, storesMail } = context;
  await db.deleteFrom('pool_challenges').where('expires_at', '<=', now).execute();
  await db.deleteFrom('pool_codes').where('expires_at', '<=', now).execute();
  await db
    .deleteFrom('pool_limits')
    .where('key', 'in', (eb) =>
      eb.selectFrom('pool_limits').select('key').where('ends_at', '<=', now).forUpdate().skipLocked(),
    )
    .execute();
  // A closed mailbox stores nothing, not even mails from before it was closed.
  const mailAge = storesMail ? lifetimes.mail : 0;
  await db.deleteFrom('pool_mail').where('sent_at', '<=', after(now, -mailAge)).execute();
  await db.deleteFrom('pool_mail_queue').where('expires_at', '<=', now).execute();
  await db
    .deleteFrom('pool_refresh_tokens')
    .where('replaced_at', '<=', after(now, -lifetimes.replacedToken))
    .execute();
  await db.deleteFrom('pool_sessions').where('expires_at', '<=', now).execute();
  await deleteExpiredSignUps(context);
}
