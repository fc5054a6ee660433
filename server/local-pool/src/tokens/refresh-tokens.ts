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
const PROOF_BYTES = 12;
/** In base64url: a token without its proof. */
const UNSIGNED_LENGTH = (TOKEN_BYTES / 3) * 4;

/** The one form in which a refresh token is kept: 384 random bits need no slow hash. */
const hashToken = (token: string): string => createHash('sha256').update(token).digest('base64');

/** Adds a refresh token to a session and returns it; only its hash stays here. */
export async function addRefreshToken(
  { trx, vault }: { trx: Store; vault: Vault },
  origin_jti: string,
  now: Date,
): Promise<string> {
  const bare = randomBytes(TOKEN_BYTES).toString('base64url');
  const token = bare + signToken(vault, bare);
  await trx
    .insertInto('pool_refresh_tokens')
    .values({ token_hash: hashToken(token), origin_jti, issued_at: now, replaced_at: null })
    .execute();
  return token;
}

/**
 * False for what this pool never issued, without a look into the store: anybody may send junk, as often as they like. Tokens
 * without a proof are of the time before there were proofs; the last of them ends with its session, 30 days later.
 */
function hasValidSignature(vault: Vault, token: string): boolean {
  if (!/^[\w-]+$/.test(token)) return false;
  if (token.length === UNSIGNED_LENGTH) return true;
  const [given, right] = [
    Buffer.from(token.slice(UNSIGNED_LENGTH)),
    Buffer.from(signToken(vault, token.slice(0, UNSIGNED_LENGTH))),
  ];
  return given.length === right.length && timingSafeEqual(given, right);
}

const signToken = (vault: Vault, bare: string): string =>
  vault.mac('refresh token', bare).subarray(0, PROOF_BYTES).toString('base64url');

/** The living session of a refresh token, its row locked until the transaction ends. */
type RefreshableSession = Session & { sub: string };

/** @throws PoolError NotAuthorizedException (invalid, expired, revoked), RefreshTokenReuseException */
async function lockRefreshableSession(trx: Store, token: string, now: Date): Promise<RefreshableSession> {
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
export async function revokeRefreshToken(context: PoolContext, token: string): Promise<void> {
  if (!hasValidSignature(context.vault, token)) return;
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
 * Issues new tokens for a refresh token; with `rotate` the answer carries the token that replaces it, and the old one
 * works for some seconds more. `deviceKey` is the one that the sign-in gave, if the client keeps one.
 * @throws PoolError NotAuthorizedException, RefreshTokenReuseException
 */
export async function refreshTokens(
  context: PoolContext,
  { token, rotate, deviceKey }: { token: string; rotate: boolean; deviceKey?: string | undefined },
): Promise<IssuedTokens & { RefreshToken?: string }> {
  const now = context.clock.now();
  const { vault } = context;
  if (!hasValidSignature(vault, token)) throw refusals.invalidRefreshToken();
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

/** A refresh token of a remembered device is of no use without the device's key. */
async function checkDevice(trx: Store, kept: string | null, given: string | undefined): Promise<void> {
  if (given === kept) return;
  const isKnown = kept !== null && (await isDeviceRemembered(trx, kept));
  if (given !== undefined || isKnown) throw refusals.invalidRefreshToken();
}

const markReplaced = (trx: Store, token: string, now: Date) =>
  trx
    .updateTable('pool_refresh_tokens')
    .set({ replaced_at: now })
    .where('token_hash', '=', hashToken(token))
    .where('replaced_at', 'is', null)
    .execute();
