import { randomUUID } from 'node:crypto';
import type { PoolContext } from '../context.ts';
import { refusals } from '../errors.ts';
import { after, lifetimes } from '../lifetimes.ts';
import type { Person } from '../people/subject.ts';
import { issueTokens, type IssuedTokens } from './issue-tokens.ts';
import { addRefreshToken } from './refresh-tokens.ts';

/** The answer that ends every sign-in. */
export type SignedIn = {
  AuthenticationResult: IssuedTokens & { RefreshToken: string };
  ChallengeParameters: Record<string, never>;
};

/** Begins a session for a person who has proved to be it. @throws PoolError UserNotConfirmedException */
export async function signIn(context: PoolContext, person: Person): Promise<SignedIn> {
  if (person.status !== 'CONFIRMED') throw refusals.notConfirmed();
  const now = context.clock.now();
  const session = { origin_jti: randomUUID(), auth_time: now };
  const refreshToken = await context.db.transaction().execute(async (trx) => {
    await trx
      .insertInto('pool_sessions')
      .values({ ...session, sub: person.sub, expires_at: after(now, lifetimes.session), revoked_at: null })
      .execute();
    return addRefreshToken(trx, session.origin_jti, now);
  });
  return {
    AuthenticationResult: { ...issueTokens(context, person, { session, now }), RefreshToken: refreshToken },
    ChallengeParameters: {},
  };
}
