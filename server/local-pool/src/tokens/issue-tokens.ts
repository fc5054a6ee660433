import { randomUUID } from 'node:crypto';
import type { PoolContext } from '../context.ts';
import { CLIENT_ID } from '../names.ts';
import type { Person } from '../people/subject.ts';
import { signJwt } from './jwt.ts';

/** The sign-in of tokens; refreshed tokens keep it. */
export type Session = { origin_jti: string; auth_time: Date; device_key: string | null };

/** A Cognito AuthenticationResult without its refresh token. */
export type IssuedTokens = { AccessToken: string; IdToken: string; ExpiresIn: number; TokenType: 'Bearer' };

/** Issues an access token and an ID token with the claims that Cognito gives them, as of `now`. */
export async function issueTokens(
  context: PoolContext,
  person: Person,
  { session, now }: { session: Session; now: Date },
): Promise<IssuedTokens> {
  const iat = toSeconds(now);
  const common = {
    sub: person.sub,
    iss: context.issuer,
    origin_jti: session.origin_jti,
    event_id: randomUUID(),
    auth_time: toSeconds(session.auth_time),
    iat,
    exp: iat + context.accessSeconds,
  };
  const access = {
    ...common,
    client_id: CLIENT_ID,
    token_use: 'access',
    scope: 'aws.cognito.signin.user.admin',
    jti: randomUUID(),
    username: person.sub,
    ...(session.device_key && { device_key: session.device_key }),
  };
  const id = {
    ...common,
    aud: CLIENT_ID,
    token_use: 'id',
    jti: randomUUID(),
    'cognito:username': person.sub,
    preferred_username: person.preferred_username,
    name: person.name,
    email: person.email,
    email_verified: person.email_verified,
  };
  const keys = context.keys.currentKeys();
  const [AccessToken, IdToken] = await Promise.all([signJwt(keys, access), signJwt(keys, id)]);
  return {
    AccessToken,
    IdToken,
    ExpiresIn: context.accessSeconds,
    TokenType: 'Bearer',
  };
}

export const toSeconds = (date: Date): number => Math.floor(date.getTime() / 1000);
