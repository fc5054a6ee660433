import { sql } from 'kysely';
import type { GlobalSignOut, PoolContext, SessionsEnded } from '../context.ts';
import type { Store } from '../tables.ts';
import { toSeconds } from './issue-tokens.ts';

/** Ends the listed sessions. The server is notified first: when that fails, the call can be repeated. */
export async function endSessions(context: PoolContext, { sub, originJtis }: SessionsEnded): Promise<void> {
  if (originJtis.length === 0) return;
  await context.onSessionsEnded({ sub, originJtis });
  await context.db
    .updateTable('pool_sessions')
    .set({ revoked_at: context.clock.now() })
    .where('sub', '=', sub)
    .where(isOneOf(originJtis))
    .where('revoked_at', 'is', null)
    .execute();
}

/** Ends the listed sessions, and forgets the devices on which no other session of the person is left. */
export async function endPersonSessions(context: PoolContext, ended: SessionsEnded): Promise<void> {
  await endSessions(context, ended);
  await sql`
    delete from pool_devices d where d.sub = ${ended.sub} and d.device_key in (
      select device_key from pool_sessions where sub = ${ended.sub} and ${isOneOf(ended.originJtis)}
    ) and not exists (
      select from pool_sessions s where s.sub = d.sub and s.device_key = d.device_key and s.revoked_at is null
    )`.execute(context.db);
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
  const signOut = await notifyGlobalSignOut(context, sub);
  await context.db
    .updateTable('pool_sessions')
    .set({ revoked_at: context.clock.now() })
    .where('sub', '=', sub)
    .where('revoked_at', 'is', null)
    .where(isCoveredBy(signOut))
    .execute();
}

/** Notifies the server that all sessions of a person end. @returns the sessions that the pool has to end */
export async function notifyGlobalSignOut(context: PoolContext, sub: string): Promise<GlobalSignOut> {
  const authTimeBefore = toSeconds(context.clock.now());
  const sessions = await context.db
    .selectFrom('pool_sessions')
    .select('origin_jti')
    .where('sub', '=', sub)
    .where('revoked_at', 'is', null)
    .where('auth_time', '>=', toDate(authTimeBefore))
    .execute();
  const signOut = { sub, authTimeBefore, originJtis: sessions.map(({ origin_jti }) => origin_jti) };
  await context.onGlobalSignOut(signOut);
  return signOut;
}

/** Ends all sessions of a person in the pool alone. @returns the notification that the server needs */
export async function revokeAllSessions(trx: Store, sub: string, now: Date): Promise<GlobalSignOut> {
  const authTimeBefore = toSeconds(now);
  const revoked = await trx
    .updateTable('pool_sessions')
    .set({ revoked_at: now })
    .where('sub', '=', sub)
    .where('revoked_at', 'is', null)
    .returning(['origin_jti', 'auth_time'])
    .execute();
  const ofThisSecond = revoked.filter(({ auth_time }) => toSeconds(auth_time) >= authTimeBefore);
  return { sub, authTimeBefore, originJtis: ofThisSecond.map(({ origin_jti }) => origin_jti) };
}

const SESSIONS_MAX = 100;
/** Several end at once, so that not every sign-in beyond the limit writes a revocation. */
const SESSIONS_LEFT = 80;
/** More exist only from before the limit; each sign-in deletes a part of them. */
const DELETED_MAX = 1000;

/** Deletes a person's oldest sessions when there are 100, before another one starts. */
export async function endOldestSessions(context: PoolContext, sub: string): Promise<void> {
  const active = context.db
    .selectFrom('pool_sessions')
    .where('sub', '=', sub)
    .where('revoked_at', 'is', null)
    .orderBy('auth_time', 'desc');
  const newest = await active.select('auth_time').limit(SESSIONS_MAX).execute();
  const oldestLeft = newest[SESSIONS_LEFT - 1]?.auth_time;
  if (newest.length < SESSIONS_MAX || oldestLeft === undefined) return;
  const authTimeBefore = toSeconds(oldestLeft);
  const ofSameSecond = await active
    .select('origin_jti')
    .where('auth_time', '>=', toDate(authTimeBefore))
    .where('auth_time', '<', oldestLeft)
    .execute();
  const ended = { sub, authTimeBefore, originJtis: ofSameSecond.map(({ origin_jti }) => origin_jti) };
  await context.onGlobalSignOut(ended);
  await context.db
    .deleteFrom('pool_sessions')
    .where('origin_jti', 'in', (eb) =>
      eb
        .selectFrom('pool_sessions')
        .select('origin_jti')
        .where('sub', '=', sub)
        .where('revoked_at', 'is', null)
        .where(isCoveredBy(ended))
        .limit(DELETED_MAX),
    )
    .execute();
}

const toDate = (seconds: number) => new Date(seconds * 1000);

/** One parameter for all ids: as a list, more than 65,535 would exceed the protocol's limit. */
const isOneOf = (originJtis: readonly string[]) => sql<boolean>`origin_jti = any(${originJtis}::uuid[])`;

const isCoveredBy = ({ authTimeBefore, originJtis }: Omit<GlobalSignOut, 'sub'>) =>
  sql<boolean>`(auth_time < ${toDate(authTimeBefore)} or ${isOneOf(originJtis)})`;
