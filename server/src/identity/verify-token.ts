import { TOKEN_TOLERANCE_MS } from '@cruddur/shared';
import { CognitoJwtVerifier, JwtVerifier } from 'aws-jwt-verify';
import { FetchError } from 'aws-jwt-verify/error';
import { SimpleFetcher } from 'aws-jwt-verify/https';
import { SimpleJwksCache } from 'aws-jwt-verify/jwk';
import type { JwtHeader, JwtPayload } from 'aws-jwt-verify/jwt-model';
import type { Clock } from '../domain/clock.ts';
import { Refusal } from '../domain/errors.ts';
import type { IdentityProvider } from '../domain/ports.ts';
import type { Session } from '../domain/viewer.ts';
import { throttleKeyFetching } from './throttle-key-fetching.ts';

export interface VerifySettings {
  /** `ap-south-1_…`; determines the issuer and the address of the keys. */
  userPoolId: string;
  /** Origin of another implementation of Cognito; by default Amazon's of the region. */
  endpoint?: string | undefined;
  clientId: string;
  clock: Clock;
  /** Reads the key set of a pool in this program; by default it is fetched from Amazon. */
  jwks?: () => object | Promise<object>;
  monotonicMs?: () => number;
}

interface Token {
  header: JwtHeader;
  payload: JwtPayload;
}

/** The library reads the system's time. Our clock decides instead, so its own check gets a grace of 1,000 years. */
const DISABLED_CHECK_SECONDS = 31_536_000_000;
const FETCH_TIMEOUT_MS = 3000;

/** Verifies access tokens of Amazon's pools and the local one. Only the keys are fetched. */
export function createVerifyToken(settings: VerifySettings): IdentityProvider['verifyToken'] {
  const { clock, jwks, endpoint, monotonicMs = () => performance.now() } = settings;

  function check({ header, payload }: Token): void {
    if (header.alg !== 'RS256') throw new Error('Only RS256 is accepted');
    if ('crit' in header) throw new Error('Critical header extensions are not supported');
    const now = clock.now().getTime();
    const { exp, nbf } = payload;
    if (exp === undefined || exp * 1000 + TOKEN_TOLERANCE_MS < now) throw new Error('The token has expired');
    if (nbf !== undefined && nbf * 1000 - TOKEN_TOLERANCE_MS > now)
      throw new Error('The token is not valid yet');
  }

  const remoteFetcher = endpoint === undefined ? new SimpleFetcher() : { fetch: fetchKeys };
  const fetcher = jwks ? { fetch: (uri: string) => readKeys(uri, jwks) } : remoteFetcher;
  const jwksCache = new SimpleJwksCache(throttleKeyFetching(fetcher, monotonicMs));
  const verifier = createVerifier(settings, check, jwksCache);

  return async (accessToken) => {
    const claims: JwtPayload = await verifier.verify(accessToken).catch((error: unknown) => {
      // An unreachable Amazon says nothing about the token.
      throw new Refusal(error instanceof FetchError ? 'generic_503' : 'generic_401');
    });
    return sessionOf(claims);
  };
}

function createVerifier(
  { userPoolId, clientId, endpoint }: VerifySettings,
  check: (token: Token) => void,
  jwksCache: SimpleJwksCache,
): { verify: (token: string) => Promise<JwtPayload> } {
  const graceSeconds = DISABLED_CHECK_SECONDS;
  if (endpoint === undefined) {
    const own = { userPoolId, clientId, tokenUse: 'access', graceSeconds, customJwtCheck: check } as const;
    return CognitoJwtVerifier.create(own, { jwksCache });
  }
  // Its pools may have ids that Amazon's cannot have, and it may name itself or Amazon as the issuer.
  const amazon = `https://cognito-idp.${userPoolId.split('_')[0] ?? ''}.amazonaws.com`;
  const customJwtCheck = (token: Token) => {
    check(token);
    const { client_id, token_use } = token.payload;
    if (client_id !== clientId || token_use !== 'access')
      throw new Error('Not an access token of the client');
  };
  const jwksUri = `${endpoint}/${userPoolId}/.well-known/jwks.json`;
  const issuers = [endpoint, amazon].map((origin) => `${origin}/${userPoolId}`);
  return JwtVerifier.create(
    issuers.map((issuer) => ({ issuer, audience: null, jwksUri, graceSeconds, customJwtCheck })),
    { jwksCache },
  );
}

/** The library fetches by https only. */
async function fetchKeys(uri: string): Promise<ArrayBuffer> {
  const answer = await fetch(uri, { redirect: 'error', signal: AbortSignal.timeout(FETCH_TIMEOUT_MS) }).catch(
    (error: unknown) => {
      throw new FetchError(uri, error);
    },
  );
  if (!answer.ok) throw new FetchError(uri, `status ${answer.status}`);
  return answer.arrayBuffer();
}

function sessionOf(claims: JwtPayload): Session {
  const { sub, exp, jti, iat } = claims;
  if (!sub) throw new Refusal('cognito_user_id_blank');
  // Tokens of pools without token revocation have no `origin_jti`: each token is a session then.
  const originJti = claims.origin_jti ?? jti;
  const authTime = claims.auth_time ?? iat;
  if (typeof originJti !== 'string' || typeof authTime !== 'number' || exp === undefined) {
    throw new Refusal('generic_401');
  }
  return { sub, originJti, authTime, expiresAt: exp * 1000 };
}

async function readKeys(uri: string, jwks: NonNullable<VerifySettings['jwks']>): Promise<ArrayBuffer> {
  try {
    return new Uint8Array(Buffer.from(JSON.stringify(await jwks()))).buffer;
  } catch (error) {
    throw new FetchError(uri, error);
  }
}
