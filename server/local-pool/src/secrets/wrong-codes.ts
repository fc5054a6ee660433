import type { PoolContext } from '../context.ts';
import { after, lifetimes } from '../lifetimes.ts';
import { incrementCounts, wrongCodeKey } from '../rate-limits.ts';

/** Notes that a wrong code was tried for an account. */
export async function recordWrongCode(context: PoolContext, sub: string): Promise<void> {
  if (!context.rateLimits) return;
  const ends_at = after(context.clock.now(), lifetimes.wrongCodes);
  await incrementCounts(context, [wrongCodeKey(context.vault, sub)], ends_at);
}

/** How many were tried within a day, from anywhere. */
export async function countWrongCodes(context: PoolContext, sub: string): Promise<number> {
  const row = await context.db
    .selectFrom('pool_limits')
    .select('count')
    .where('key', '=', wrongCodeKey(context.vault, sub))
    .where('ends_at', '>', context.clock.now())
    .executeTakeFirst();
  return row?.count ?? 0;
}
