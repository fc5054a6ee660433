import { Router, type Request, type Response } from 'express';
import type { Caller } from '../context.ts';
import type { LocalPool } from '../create-local-pool.ts';
import { refusals } from '../errors.ts';
import {
  allowAnyOrigin,
  createErrorHandler,
  answerPreflight,
  REQUEST_ID,
  sendJson,
  type FailureOptions,
} from './wire.ts';
import { createHostedRoutes, type ReadBody } from './hosted.ts';
import { createMailboxRoutes, type MailboxAccess, type MailboxOptions } from './mailbox.ts';
import { styleSheet } from './pages.ts';
import { POOL_ID } from '../names.ts';

const MAX_BODY = 64 * 1024;
/** Shared by the mailbox and the hosted pages; available also when the mailbox is closed. */
const STYLE = '/local/style.css';

export type RouterOptions = FailureOptions & {
  readBody: ReadBody;
  /** The network of an address, which rate limits count; by default the address itself. */
  networkOf?: (address: string) => string;
  /** Closed by default. */
  mailbox?: MailboxAccess;
  /** Whether a request comes from this machine, and not through a proxy; by default none does. */
  isLocalRequest?: MailboxOptions['isLocalRequest'];
  /** Counts a call of an address; rejects when there are too many. */
  limit?: (address: string) => Promise<void>;
};

const KEYS_MAX_AGE_MS = 1000;

/** The pool's HTTP endpoints, to be mounted at `/local` before any body parser. */
export function createLocalPoolRouter(pool: LocalPool, options: RouterOptions): Router {
  const { readBody, networkOf = (address) => address, limit, ...failures } = options;
  const { mailbox = 'closed', isLocalRequest = () => false } = options;
  const router = Router();
  const callerOf = ({ ip = '' }: Request, response: Response): Caller => ({
    address: networkOf(ip),
    origin: { requestId: response.get(REQUEST_ID) ?? '', address: ip },
  });
  const keys = `/idp/${POOL_ID}/.well-known`;

  router.use('/idp', allowAnyOrigin);
  router.options('/idp', answerPreflight);
  router.use('/idp', async ({ ip = '' }, _response, next) => {
    await limit?.(ip).catch(() => {
      throw refusals.tooManyRequests();
    });
    next();
  });
  router.post('/idp', async (request, response) => {
    const target = request.get('x-amz-target') ?? '';
    const body = readJson(await readBody(request, response, MAX_BODY));
    const answer = await pool.callOperation(target, body, callerOf(request, response));
    sendJson(response, answer);
  });
  const readPublishedKeys = cacheBriefly(() => pool.readJwks());
  router.get(`${keys}/jwks.json`, async (_request, response) => {
    response.json(await readPublishedKeys());
  });
  router.get(`${keys}/openid-configuration`, (request, response) => {
    const mountUrl = `${request.protocol}://${request.get('host') ?? 'localhost'}${request.baseUrl}`;
    response.json({
      ...describeIssuer(pool, `${mountUrl}${keys}/jwks.json`),
      authorization_endpoint: `${mountUrl}/idp/oauth2/authorize`,
      token_endpoint: `${mountUrl}/idp/oauth2/token`,
      end_session_endpoint: `${mountUrl}/idp/logout`,
    });
  });
  router.get('/style.css', (_request, response) => void response.type('css').send(styleSheet));
  router.use('/mail', createMailboxRoutes(pool, { access: mailbox, isLocalRequest, limit, style: STYLE }));
  router.use('/idp', createHostedRoutes(pool, { callerOf, readBody, style: STYLE }));
  router.use('/idp', createErrorHandler(failures));
  return router;
}

/** Reads at most once a second for all callers; a failure is not cached. */
function cacheBriefly<T>(read: () => Promise<T>): () => Promise<T> {
  let cached: Promise<T> | undefined;
  let readAt = -Infinity;
  return () => {
    if (cached && performance.now() - readAt < KEYS_MAX_AGE_MS) return cached;
    readAt = performance.now();
    const reading = read();
    reading.catch(() => (cached = undefined));
    return (cached = reading);
  };
}

function readJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    throw refusals.brokenJson();
  }
}

const describeIssuer = (pool: LocalPool, jwks_uri: string) => ({
  issuer: pool.issuer,
  jwks_uri,
  id_token_signing_alg_values_supported: ['RS256'],
  response_types_supported: ['code'],
  scopes_supported: ['openid', 'email', 'phone', 'profile'],
  subject_types_supported: ['public'],
  token_endpoint_auth_methods_supported: ['none'],
  code_challenge_methods_supported: ['S256'],
});
