import type { PoolContext, SessionsEnded } from '../context.ts';
import { toSeconds } from './issue-tokens.ts';

/** Ends the listed sessions. The server is notified first: when that fails, the call can be repeated. */
export async function endSessions(context: PoolContext, { sub, originJtis }: SessionsEnded): Promise<void> {
  if (originJtis.length === 0) return;
  await context.onSessionsEnded({ sub, originJtis });
  await context.db
    .updateTable('pool_sessions')
    .set({ revoked_at: context.clock.now() })
    .where('origin_jti', 'in', originJtis)
    .where('revoked_at', 'is', null)
    .execute();
}

/** Ends a person's sessions on one device, except the session `except`. */
export async function endDeviceSessions(
  context: PoolContext,
  { sub, device_key, except }: { sub: string; device_key: string; except: string },
): Promise<void> {
  const sessions = await context.db
    .selectFrom('pool_sessions')
    .select('origin_jti')
    .where('device_key', '=', device_key)
    .where('sub', '=', sub)
    .where('revoked_at', 'is', null)
    .where('origin_jti', '<>', except)
    .execute();
  await endSessions(context, { sub, originJtis: sessions.map(({ origin_jti }) => origin_jti) });
}

/**
 * Ends all current sessions of a person. The server is notified first: when that fails, the caller's token is still valid and the
 * call can be repeated. A session that starts meanwhile continues.
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

/** Notifies the server that all sessions of a person end. @returns the sessions that the pool has to end */
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
