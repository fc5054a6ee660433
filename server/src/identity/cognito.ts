import { Refusal } from '../domain/errors.ts';
import type { IdentityProvider } from '../domain/ports.ts';
import { attributesFrom } from './attributes.ts';
import { createVerifyToken, type VerifySettings } from './verify-token.ts';

export interface CognitoSettings extends Omit<VerifySettings, 'jwks'> {
  region: string;
  /** Where GetUser is asked; left out, Amazon's regional endpoint. */
  endpoint?: string;
}

const TIMEOUT_MS = 5000;

/** Amazon Cognito. Tokens are checked here; only the first call of a person asks Amazon for anything. */
export function createCognitoIdentity(settings: CognitoSettings): IdentityProvider {
  const endpoint = settings.endpoint ?? `https://cognito-idp.${settings.region}.amazonaws.com/`;
  return {
    verify: createVerifyToken(settings),
    async attributesOf(accessToken) {
      const answer = await getUser(endpoint, accessToken);
      if (answer.ok) return attributesFrom(await answer.json().catch(unreachable));
      // Throttling is a 4xx at Amazon, and no fault of the token.
      const { __type = '' } = (await answer.json().catch(unreachable)) as { __type?: string };
      const isRefused = answer.status < 500 && !/TooManyRequests|Throttling|LimitExceeded/.test(__type);
      throw new Refusal(isRefused ? 'generic_401' : 'generic_503');
    },
  };
}

function getUser(endpoint: string, accessToken: string): Promise<Response> {
  return fetch(endpoint, {
    method: 'POST',
    headers: {
      'content-type': 'application/x-amz-json-1.1',
      'x-amz-target': 'AWSCognitoIdentityProviderService.GetUser',
    },
    body: JSON.stringify({ AccessToken: accessToken }),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  }).catch(unreachable);
}

function unreachable(): never {
  throw new Refusal('generic_503');
}
