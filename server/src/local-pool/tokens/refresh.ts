import type { PoolContext } from '../context.ts';
import type { Store } from '../tables.ts';
import { issueTokens, type IssuedTokens } from './issue-tokens.ts';
import { addRefreshToken, hashToken, useRefreshToken } from './refresh-tokens.ts';

/**
 * Issues new tokens for a refresh token; with `rotate` the answer carries the token that replaces it, and the old one
 * works for some seconds more.
 * @throws PoolError NotAuthorizedException, RefreshTokenReuseException
 */
export function refresh(
  context: PoolContext,
  { token, rotate }: { token: string; rotate: boolean },
): Promise<IssuedTokens & { RefreshToken?: string }> {
  const now = context.clock.now();
  return context.db.transaction().execute(async (trx) => {
    const session = await useRefreshToken(trx, token, now);
    const person = await trx
      .selectFrom('pool_users')
      .selectAll()
      .where('sub', '=', session.sub)
      .executeTakeFirstOrThrow();
    const tokens = issueTokens(context, person, { session, now });
    if (!rotate) return tokens;
    await markReplaced(trx, token, now);
    return { ...tokens, RefreshToken: await addRefreshToken(trx, session.origin_jti, now) };
  });
}

const markReplaced = (trx: Store, token: string, now: Date) =>
  trx
    .updateTable('pool_refresh_tokens')
    .set({ replaced_at: now })
    .where('token_hash', '=', hashToken(token))
    .where('replaced_at', 'is', null)
    .execute();
