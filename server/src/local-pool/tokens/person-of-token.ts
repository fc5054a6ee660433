import type { PoolContext } from '../context.ts';
import { refusals } from '../errors.ts';
import { CLIENT_ID } from '../names.ts';
import type { Person } from '../people/find-subject.ts';
import { toSeconds } from './issue-tokens.ts';
import { openJwt } from './jwt.ts';

/**
 * Whose access token this is, its session still living.
 * @throws PoolError NotAuthorizedException when it is not ours, expired or revoked; UserNotFoundException
 */
export async function personOfToken(context: PoolContext, accessToken: string): Promise<Person> {
  const { sub, originJti } = readAccessToken(context, accessToken);
  const { db } = context;
  const session = await db
    .selectFrom('pool_sessions')
    .select('revoked_at')
    .where('origin_jti', '=', originJti)
    .executeTakeFirst();
  if (!session || session.revoked_at) throw refusals.revokedAccessToken();
  return db.selectFrom('pool_users').selectAll().where('sub', '=', sub).executeTakeFirstOrThrow();
}

function readAccessToken(context: PoolContext, token: string): { sub: string; originJti: string } {
  const claims = openJwt(context.keys, token);
  const { sub, origin_jti: originJti, exp } = claims ?? {};
  const isOurs =
    claims?.['iss'] === context.issuer &&
    claims['client_id'] === CLIENT_ID &&
    claims['token_use'] === 'access';
  if (!isOurs || typeof sub !== 'string' || typeof originJti !== 'string' || typeof exp !== 'number') {
    throw refusals.invalidAccessToken();
  }
  if (exp <= toSeconds(context.clock.now())) throw refusals.expiredAccessToken();
  return { sub, originJti };
}
