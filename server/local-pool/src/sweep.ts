import type { PoolContext } from './context.ts';
import { after, lifetimes } from './lifetimes.ts';
import { deleteExpiredSignUps } from './people/lapsed-sign-ups.ts';

/**
 * Forgets what is over. Called with each request, it does its work once in ten minutes.
 * @param onSwept told how the work went; null when it went well
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
    // What stays now goes next time; the caller, who only happens to pass by, must not fail for it.
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
  // A mailbox that is closed keeps nothing, also nothing of the time before it was closed.
  const kept = storesMail ? lifetimes.mail : 0;
  await db.deleteFrom('pool_mail').where('sent_at', '<=', after(now, -kept)).execute();
  await db.deleteFrom('pool_mail_queue').where('expires_at', '<=', now).execute();
  await db
    .deleteFrom('pool_refresh_tokens')
    .where('replaced_at', '<=', after(now, -lifetimes.replacedToken))
    .execute();
  await db.deleteFrom('pool_sessions').where('expires_at', '<=', now).execute();
  await deleteExpiredSignUps(context);
}
