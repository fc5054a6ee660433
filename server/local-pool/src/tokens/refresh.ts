import type { PoolContext } from '../context.ts';
import { isDeviceRemembered } from '../devices/find-device.ts';
import { refusals } from '../errors.ts';
import type { Store } from '../tables.ts';
import { issueTokens, type IssuedTokens } from './issue-tokens.ts';
import { addRefreshToken, hashToken, hasValidSignature, lockRefreshableSession } from './refresh-tokens.ts';

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
