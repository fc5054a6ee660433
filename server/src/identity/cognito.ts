import { Refusal } from '../domain/errors.ts';
import type { IdentityProvider } from '../domain/ports.ts';
import { attributesFrom } from './attributes.ts';
import { rememberVerified } from './remember-verified.ts';
import { createVerifyToken, type VerifySettings } from './verify-token.ts';

export interface CognitoSettings extends Omit<VerifySettings, 'jwks'> {
  region: string;
  /** Where Amazon is asked; left out, its regional endpoint. */
  endpoint?: string;
}

const TIMEOUT_MS = 5000;

/** Amazon Cognito. Tokens are checked here; only a person's first call and their last ask Amazon for anything. */
export function createCognitoIdentity(settings: CognitoSettings): IdentityProvider {
  const endpoint = settings.endpoint ?? `https://cognito-idp.${settings.region}.amazonaws.com/`;
  return {
    verify: rememberVerified(createVerifyToken(settings), settings.clock),
    async attributesOf(accessToken) {
      const answer = await ask(endpoint, 'GetUser', accessToken);
      if (!answer.ok) throw refusalOf(answer.status, await errorOf(answer));
      return attributesFrom(await answer.json().catch(unreachable));
    },
    async deleteUser(accessToken) {
      const answer = await ask(endpoint, 'DeleteUser', accessToken);
      if (answer.ok) return;
      const error = await errorOf(answer);
      if (!error.includes('UserNotFoundException')) throw refusalOf(answer.status, error);
    },
  };
}

function ask(endpoint: string, operation: 'GetUser' | 'DeleteUser', accessToken: string): Promise<Response> {
  return fetch(endpoint, {
    method: 'POST',
    headers: {
      'content-type': 'application/x-amz-json-1.1',
      'x-amz-target': `AWSCognitoIdentityProviderService.${operation}`,
    },
    body: JSON.stringify({ AccessToken: accessToken }),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  }).catch(unreachable);
}

async function errorOf(answer: Response): Promise<string> {
  const { __type = '' } = (await answer.json().catch(unreachable)) as { __type?: string };
  return __type;
}

/** Throttling is a 4xx at Amazon, and no fault of the token. */
function refusalOf(status: number, error: string): Refusal {
  const isRefused = status < 500 && !/TooManyRequests|Throttling|LimitExceeded/.test(error);
  return new Refusal(isRefused ? 'generic_401' : 'generic_503');
}

function unreachable(): never {
  throw new Refusal('generic_503');
}
