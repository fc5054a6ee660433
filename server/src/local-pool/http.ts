import express, { Router, type Request } from 'express';
import type { Caller } from './context.ts';
import type { LocalPool } from './create-local-pool.ts';
import { refusals } from './errors.ts';
import { allowAnyOrigin, answerError, answerPreflight, sendJson, type FailureOptions } from './http/wire.ts';
import { hostedRoutes } from './http/hosted.ts';
import { mailboxRoutes } from './http/mailbox.ts';
import { POOL_ID } from './names.ts';

const MAX_BODY = 64 * 1024;

export type RouterOptions = FailureOptions & {
  /** The network that an address belongs to, which is what is counted; left out, the address itself. */
  networkOf?: (address: string) => string;
};

/** The pool's HTTP door, to be mounted at `/local` before any body parser. */
export function localPoolRouter(
  pool: LocalPool,
  { networkOf = (address) => address, ...failures }: RouterOptions = {},
): Router {
  const router = Router();
  const callerOf = ({ ip = '' }: Request): Caller => ({ address: networkOf(ip) });
  const keys = `/idp/${POOL_ID}/.well-known`;

  router.use('/idp', allowAnyOrigin);
  router.options('/idp', answerPreflight);
  router.post('/idp', express.raw({ type: () => true, limit: MAX_BODY }), async (request, response) => {
    const target = request.get('x-amz-target') ?? '';
    const answer = await pool.call(target, readJson(request), callerOf(request));
    sendJson(response, answer);
  });
  router.get(`${keys}/jwks.json`, async (_request, response) => {
    response.json(await pool.jwks());
  });
  router.get(`${keys}/openid-configuration`, (request, response) => {
    const here = `${request.protocol}://${request.get('host') ?? 'localhost'}${request.baseUrl}`;
    response.json({
      ...describe(pool, `${here}${keys}/jwks.json`),
      authorization_endpoint: `${here}/idp/oauth2/authorize`,
      token_endpoint: `${here}/idp/oauth2/token`,
      end_session_endpoint: `${here}/idp/logout`,
    });
  });
  router.use('/mail', mailboxRoutes(pool));
  router.use(
    '/idp',
    hostedRoutes(pool, { callerOf, styleOf: ({ baseUrl }) => baseUrl.replace(/idp$/u, 'mail/style.css') }),
  );
  router.use('/idp', answerError(failures));
  return router;
}

function readJson(request: Request): unknown {
  try {
    const body: unknown = request.body;
    return JSON.parse(Buffer.isBuffer(body) ? body.toString('utf8') : '');
  } catch {
    throw refusals.brokenJson();
  }
}

const describe = (pool: LocalPool, jwks_uri: string) => ({
  issuer: pool.issuer,
  jwks_uri,
  id_token_signing_alg_values_supported: ['RS256'],
  response_types_supported: ['code'],
  scopes_supported: ['openid', 'email', 'phone', 'profile'],
  subject_types_supported: ['public'],
  token_endpoint_auth_methods_supported: ['none'],
  code_challenge_methods_supported: ['S256'],
});
