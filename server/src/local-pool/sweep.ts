import type { PoolContext } from './context.ts';
import { after, lifetimes } from './lifetimes.ts';

/** Forgets what is over. Called with each request, it does its work once in ten minutes. */
export function createSweeper(context: PoolContext): () => Promise<void> {
  let next = context.clock.now();
  return async () => {
    const now = context.clock.now();
    if (now < next) return;
    next = after(now, lifetimes.betweenSweeps);
    // What stays now goes next time; the caller, who only happens to pass by, must not fail for it.
    await sweep(context, now).catch(() => undefined);
  };
}

async function sweep({ db }: PoolContext, now: Date): Promise<void> {
  await db.deleteFrom('pool_challenges').where('expires_at', '<=', now).execute();
  await db.deleteFrom('pool_codes').where('expires_at', '<=', now).execute();
  await db
    .deleteFrom('pool_limits')
    .where('key', 'in', (eb) =>
      eb.selectFrom('pool_limits').select('key').where('ends_at', '<=', now).forUpdate().skipLocked(),
    )
    .execute();
  await db.deleteFrom('pool_mail').where('sent_at', '<=', after(now, -lifetimes.mail)).execute();
  await db
    .deleteFrom('pool_refresh_tokens')
    .where('replaced_at', '<=', after(now, -lifetimes.replacedToken))
    .execute();
  await db.deleteFrom('pool_sessions').where('expires_at', '<=', now).execute();
}
