import type { PoolContext } from '../context.ts';
import { toSeconds } from './issue-tokens.ts';

/**
 * Ends all sessions that a person has now. The rest of the program hears of it first: should it fail, the caller's
 * token still works and the call can be repeated. A session begun meanwhile lives on.
 */
export async function signOutEverywhere(context: PoolContext, sub: string): Promise<void> {
  const now = context.clock.now();
  const originJtis = await notifyGlobalSignOut(context, sub);
  if (originJtis.length === 0) return;
  await context.db
    .updateTable('pool_sessions')
    .set({ revoked_at: now })
    .where('origin_jti', 'in', originJtis)
    .execute();
}

/** Tells the rest of the program that all sessions of a person are over. @returns those the pool itself has to end */
export async function notifyGlobalSignOut(context: PoolContext, sub: string): Promise<string[]> {
  const authTimeBefore = toSeconds(context.clock.now());
  const sessions = await context.db
    .selectFrom('pool_sessions')
    .select('origin_jti')
    .where('sub', '=', sub)
    .where('revoked_at', 'is', null)
    .execute();
  const originJtis = sessions.map((session) => session.origin_jti);
  await context.onGlobalSignOut({ sub, authTimeBefore, originJtis });
  return originJtis;
}
