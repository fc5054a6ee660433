import * as z from 'zod/mini';
import { Refusal } from '../domain/errors.ts';
import type { IdentityProvider } from '../domain/ports.ts';
import { parseAttributes } from './attributes.ts';
import { cacheVerified } from './cache-verified.ts';
import { createVerifyToken, type VerifySettings } from './verify-token.ts';

export interface CognitoSettings extends Omit<VerifySettings, 'jwks'> {
  region: string;
}

const TIMEOUT_MS = 5000;
const CLOCK_IS_BEHIND = 'a valid token has expired by the clock of the identity provider: compare the clocks';

/** Amazon Cognito. Tokens are verified here; Amazon is called for a person's attributes, deletion and session checks only. */
export function createCognitoIdentity(settings: CognitoSettings): IdentityProvider {
  const endpoint = settings.endpoint ?? `https://cognito-idp.${settings.region}.amazonaws.com/`;
  return {
    verifyToken: cacheVerified(createVerifyToken(settings), settings.clock),
    async readAttributes(accessToken) {
      const answer = await callCognito(endpoint, 'GetUser', accessToken);
      if (!answer.ok) throw refusalOf(answer.status, (await readError(answer)).type);
      return parseAttributes(await answer.json().catch(throwUnavailable));
    },
    async deleteUser(accessToken) {
      const answer = await callCognito(endpoint, 'DeleteUser', accessToken);
      if (answer.ok) return;
      const { type } = await readError(answer);
      if (!type.includes('UserNotFoundException')) throw refusalOf(answer.status, type);
    },
    async isStillAccepted(accessToken) {
      const answer = await callCognito(endpoint, 'GetUser', accessToken);
      if (answer.ok) {
        parseAttributes(await answer.json().catch(throwUnavailable));
        return true;
      }
      const { type, message } = await readError(answer);
      if (type.includes('UserNotFoundException')) return false;
      if (type.includes('NotAuthorizedException')) {
        // Only tokens that are valid by this clock are checked, so this one is behind.
        if (/expired/i.test(message)) throw new Error(CLOCK_IS_BEHIND);
        // A token without the scope for attributes: the session is unknown, not ended.
        return /required scopes/i.test(message);
      }
      if (/PasswordResetRequired|UserNotConfirmed/.test(type)) return true;
      return throwUnavailable();
    },
  };
}

function callCognito(
  endpoint: string,
  operation: 'GetUser' | 'DeleteUser',
  accessToken: string,
): Promise<Response> {
  return fetch(endpoint, {
    method: 'POST',
    headers: {
      'content-type': 'application/x-amz-json-1.1',
      'x-amz-target': `AWSCognitoIdentityProviderService.${operation}`,
    },
    body: JSON.stringify({ AccessToken: accessToken }),
    // A redirect would send the token to another host.
    redirect: 'error',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  }).catch(throwUnavailable);
}

async function readError(answer: Response): Promise<{ type: string; message: string }> {
  const error = poolError.safeParse(await answer.json().catch(throwUnavailable));
  return { type: error.data?.__type ?? '', message: error.data?.message ?? '' };
}

const poolError = z.object({ __type: z.optional(z.string()), message: z.optional(z.string()) });

/** Amazon answers throttling with a 4xx, which says nothing about the token. */
function refusalOf(status: number, error: string): Refusal {
  const isRefused = status < 500 && !/TooManyRequests|Throttling|LimitExceeded/.test(error);
  return new Refusal(isRefused ? 'generic_401' : 'generic_503');
}

function throwUnavailable(): never {
  throw new Refusal('generic_503');
}
