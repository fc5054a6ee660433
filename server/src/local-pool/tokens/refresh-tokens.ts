import { createHash, randomBytes } from 'node:crypto';
import type { PoolContext } from '../context.ts';
import { refusals } from '../errors.ts';
import { after, lifetimes } from '../lifetimes.ts';
import type { Store } from '../tables.ts';
import { endSessions } from './end-sessions.ts';
import type { Session } from './issue-tokens.ts';

const TOKEN_BYTES = 48;

/** The one form in which a refresh token is kept: 384 random bits need no slow hash. */
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('base64');

/** Adds a refresh token to a session and returns it; only its hash stays here. */
export async function addRefreshToken(trx: Store, origin_jti: string, now: Date): Promise<string> {
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  await trx
    .insertInto('pool_refresh_tokens')
    .values({ token_hash: hashToken(token), origin_jti, issued_at: now, replaced_at: null })
    .execute();
  return token;
}

/** The living session of a refresh token, its row locked until the transaction ends. */
export type RefreshableSession = Session & { sub: string };

/** @throws PoolError NotAuthorizedException (invalid, expired, revoked), RefreshTokenReuseException */
export async function useRefreshToken(trx: Store, token: string, now: Date): Promise<RefreshableSession> {
  const row = await trx
    .selectFrom('pool_refresh_tokens as token')
    .innerJoin('pool_sessions as session', 'session.origin_jti', 'token.origin_jti')
    .select(['session.origin_jti', 'session.sub', 'session.auth_time', 'session.device_key'])
    .select(['session.expires_at', 'session.revoked_at', 'token.replaced_at'])
    .where('token.token_hash', '=', hashToken(token))
    // The session's row only: whoever holds two kinds of row at once may meet the sweeper coming the other way.
    .forUpdate('session')
    .executeTakeFirst();
  if (!row) throw refusals.invalidRefreshToken();
  if (row.revoked_at) throw refusals.revokedRefreshToken();
  if (row.expires_at <= now) throw refusals.expiredRefreshToken();
  if (row.replaced_at && after(row.replaced_at, lifetimes.refreshGrace) <= now) {
    throw refusals.reusedRefreshToken();
  }
  const { origin_jti, sub, auth_time, device_key } = row;
  return { origin_jti, sub, auth_time, device_key };
}

/** Ends the one session that a refresh token belongs to; an unknown token changes nothing. */
export async function revokeByToken(context: PoolContext, token: string): Promise<void> {
  const session = await context.db
    .selectFrom('pool_refresh_tokens as token')
    .innerJoin('pool_sessions as session', 'session.origin_jti', 'token.origin_jti')
    .select(['session.origin_jti', 'session.sub'])
    .where('token.token_hash', '=', hashToken(token))
    .where('session.revoked_at', 'is', null)
    .executeTakeFirst();
  if (session) await endSessions(context, { sub: session.sub, originJtis: [session.origin_jti] });
}
