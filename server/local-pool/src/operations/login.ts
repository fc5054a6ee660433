import { z } from 'zod';
import type { PoolContext } from '../context.ts';
import { invalidLogin, refusals } from '../errors.ts';
import { input } from '../input.ts';
import { CLIENT_ID } from '../names.ts';
import { toSeconds } from '../tokens/issue-tokens.ts';
import { verifyJwt } from '../tokens/jwt.ts';

/** ID tokens by the provider that issued them. */
export const logins = z.record(z.string().max(128), input.token).default({});

/**
 * The `sub` of the logins; undefined for a guest. As in Amazon's service, a token is valid until it expires, even when its session
 * has ended.
 * @throws PoolError NotAuthorizedException
 */
export async function findSubByLogins(
  context: PoolContext,
  tokensByProvider: Readonly<Record<string, string>>,
): Promise<string | undefined> {
  const entries = Object.entries(tokensByProvider);
  if (entries.length === 0) {
    if (!context.allowGuest) throw refusals.noGuests();
    return undefined;
  }
  const [[provider, token] = ['', '']] = entries;
  const isThisPool = entries.length === 1 && `https://${provider}` === context.issuer;
  if (!isThisPool) throw invalidLogin('Token is not from a supported provider of this identity pool.');
  return readIdToken(context, token);
}

async function readIdToken(context: PoolContext, token: string): Promise<string> {
  const claims = await verifyJwt(context.keys.currentKeys(), token);
  if (!claims) throw invalidLogin("Couldn't verify signed token.");
  const { iss, aud, sub, exp, token_use } = claims;
  const isIdToken = iss === context.issuer && aud === CLIENT_ID && token_use === 'id';
  if (!isIdToken || typeof sub !== 'string' || typeof exp !== 'number') {
    throw invalidLogin('Token is not an ID token of this client.');
  }
  const now = toSeconds(context.clock.now());
  if (exp <= now) throw invalidLogin(`Token expired: ${exp} <= ${now}`);
  return sub;
}
