import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { PoolContext } from '../context.ts';
import { refusals } from '../errors.ts';
import { after, lifetimes } from '../lifetimes.ts';
import { isDeviceRemembered } from '../people/devices.ts';
import type { Vault } from '../secrets/vault.ts';
import type { Store } from '../tables.ts';
import { endSessions } from './end-sessions.ts';
import { type IssuedTokens, issueTokens, type Session } from './issue-tokens.ts';

const TOKEN_BYTES = 48;
const MAC_BYTES = 12;
/** The length of a token without its MAC, in base64url. */
const BARE_LENGTH = (TOKEN_BYTES / 3) * 4;

/** The stored form of a refresh token: 384 random bits need no slow hash. */
const hashToken = (token: string): string => createHash('sha256').update(token).digest('base64');

/** Adds a refresh token to a session and returns it; the store keeps only its hash. */
export async function addRefreshToken(
  { trx, vault }: { trx: Store; vault: Vault },
  origin_jti: string,
  now: Date,
): Promise<string> {
  const bare = randomBytes(TOKEN_BYTES).toString('base64url');
  const token = bare + macOf(vault, bare);
  await trx
    .insertInto('pool_refresh_tokens')
    .values({ token_hash: hashToken(token), origin_jti, issued_at: now, replaced_at: null })
    .execute();
  return token;
}

/** Whether this pool has issued the token, without a query, because any client can send invalid ones. */
function hasValidMac({ vault }: PoolContext, token: string): boolean {
  if (!/^[\w-]+$/.test(token)) return false;
  const given = Buffer.from(token.slice(BARE_LENGTH));
  const expected = Buffer.from(macOf(vault, token.slice(0, BARE_LENGTH)));
  return given.length === expected.length && timingSafeEqual(given, expected);
}

const macOf = (vault: Vault, bare: string): string =>
  vault.mac('refresh token', bare).subarray(0, MAC_BYTES).toString('base64url');

type RefreshableSession = Session & { sub: string };

/**
 * The active session of a refresh token; its row stays locked until the transaction ends.
 * @throws PoolError NotAuthorizedException (invalid, expired, revoked), RefreshTokenReuseException
 */
async function lockRefreshableSession(trx: Store, token: string, now: Date): Promise<RefreshableSession> {
  const row = await trx
    .selectFrom('pool_refresh_tokens as token')
    .innerJoin('pool_sessions as session', 'session.origin_jti', 'token.origin_jti')
    .select(['session.origin_jti', 'session.sub', 'session.auth_time', 'session.device_key'])
    .select(['session.expires_at', 'session.revoked_at', 'token.replaced_at'])
    .where('token.token_hash', '=', hashToken(token))
    // Only the session's row: a lock on both tables could deadlock with the deletion of expired rows.
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
export async function revokeRefreshToken(context: PoolContext, token: string): Promise<void> {
  if (!hasValidMac(context, token)) return;
  const session = await context.db
    .selectFrom('pool_refresh_tokens as token')
    .innerJoin('pool_sessions as session', 'session.origin_jti', 'token.origin_jti')
    .select(['session.origin_jti', 'session.sub'])
    .where('token.token_hash', '=', hashToken(token))
    .where('session.revoked_at', 'is', null)
    .executeTakeFirst();
  if (session) await endSessions(context, { sub: session.sub, originJtis: [session.origin_jti] });
}

/**
 * Issues new tokens for a refresh token. With `rotate` the answer has a new refresh token, and the old one stays valid for
 * `lifetimes.refreshGrace`. `deviceKey` is the key from the sign-in, if the client stores it.
 * @throws PoolError NotAuthorizedException, RefreshTokenReuseException
 */
export async function refreshTokens(
  context: PoolContext,
  { token, rotate, deviceKey }: { token: string; rotate: boolean; deviceKey?: string | undefined },
): Promise<IssuedTokens & { RefreshToken?: string }> {
  const now = context.clock.now();
  const { vault } = context;
  if (!hasValidMac(context, token)) throw refusals.invalidRefreshToken();
  return context.db.transaction().execute(async (trx) => {
    const session = await lockRefreshableSession(trx, token, now);
    await checkDevice(trx, session.device_key, deviceKey);
    const person = await trx
      .selectFrom('pool_users')
      .selectAll()
      .where('sub', '=', session.sub)
      .executeTakeFirstOrThrow();
    const tokens = await issueTokens(context, person, { session, now });
    if (!rotate) return tokens;
    await markReplaced(trx, token, now);
    return { ...tokens, RefreshToken: await addRefreshToken({ trx, vault }, session.origin_jti, now) };
  });
}

/** A refresh token of a remembered device works only with the device's key. */
async function checkDevice(trx: Store, sessionKey: string | null, given: string | undefined): Promise<void> {
  if (given === sessionKey) return;
  const isRemembered = sessionKey !== null && (await isDeviceRemembered(trx, sessionKey));
  if (given !== undefined || isRemembered) throw refusals.invalidRefreshToken();
}

const markReplaced = (trx: Store, token: string, now: Date) =>
  trx
    .updateTable('pool_refresh_tokens')
    .set({ replaced_at: now })
    .where('token_hash', '=', hashToken(token))
    .where('replaced_at', 'is', null)
    .execute();
