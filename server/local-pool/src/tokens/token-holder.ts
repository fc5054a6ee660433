import type { PoolContext } from '../context.ts';
import { refusals } from '../errors.ts';
import { CLIENT_ID } from '../names.ts';
import type { Person } from '../people/subject.ts';
import { toSeconds } from './issue-tokens.ts';
import { verifyJwt } from './jwt.ts';

/** The owner of a valid access token, and its session. */
export type TokenHolder = { person: Person; session: { origin_jti: string; device_key: string | null } };

/**
 * The owner of an access token.
 * @throws PoolError NotAuthorizedException when the token is invalid, expired or revoked; UserNotFoundException
 */
export async function findTokenPerson(context: PoolContext, accessToken: string): Promise<Person> {
  const { person } = await findTokenHolder(context, accessToken);
  return person;
}

/** As `findTokenPerson`, with the session. */
export async function findTokenHolder(context: PoolContext, accessToken: string): Promise<TokenHolder> {
  const { sub, originJti } = await readAccessToken(context, accessToken);
  const found = await context.db
    .selectFrom('pool_users as person')
    .leftJoin('pool_sessions as session', (join) => join.on('session.origin_jti', '=', originJti))
    .selectAll('person')
    .select(['session.origin_jti', 'session.revoked_at', 'session.device_key'])
    .where('person.sub', '=', sub)
    .executeTakeFirst();
  if (!found) throw refusals.noSuchPerson();
  const { origin_jti, revoked_at, device_key, ...person } = found;
  if (!origin_jti || revoked_at) throw refusals.revokedAccessToken();
  return { person, session: { origin_jti, device_key } };
}

async function readAccessToken(
  context: PoolContext,
  token: string,
): Promise<{ sub: string; originJti: string }> {
  const claims = await verifyJwt(context.keys.currentKeys(), token);
  const { sub, origin_jti: originJti, exp } = claims ?? {};
  const isAccessToken =
    claims?.iss === context.issuer && claims.client_id === CLIENT_ID && claims.token_use === 'access';
  if (!isAccessToken || typeof sub !== 'string' || typeof originJti !== 'string' || typeof exp !== 'number') {
    throw refusals.invalidAccessToken();
  }
  if (exp <= toSeconds(context.clock.now())) throw refusals.expiredAccessToken();
  return { sub, originJti };
}
