import type { IncomingMessage, ServerResponse } from 'node:http';
import { parse as parseForm } from 'node:querystring';
import { type ErrorRequestHandler, type Request, type Response, Router } from 'express';
import type { Caller } from '../context.ts';
import type { LocalPool } from '../create-local-pool.ts';
import { OAuthError, PoolError } from '../errors.ts';
import { renderHostedPage } from './pages.ts';

const MAX_BODY = 16 * 1024;

/** Reads a whole body. Rejects with a `status` of 413 when it is longer than `limit` bytes, and of 400 when it is cut off. */
export type ReadBody = (request: IncomingMessage, response: ServerResponse, limit: number) => Promise<Buffer>;

export type HostedRoutesOptions = {
  callerOf: (request: Request, response: Response) => Caller;
  readBody: ReadBody;
  /** The path of the style sheet. */
  style: string;
};

/** `/oauth2/authorize`, `/oauth2/token` and `/logout`, as under a Cognito domain. */
export function createHostedRoutes(
  { hosted }: LocalPool,
  { callerOf, readBody, style }: HostedRoutesOptions,
): Router {
  const router = Router();
  const readForm = async (request: Request, response: Response): Promise<object> => {
    const body = await readBody(request, response, MAX_BODY);
    return request.is('application/x-www-form-urlencoded') ? parseForm(body.toString('utf8')) : {};
  };

  const sendForm = (request: Request, response: Response, refusal?: string) => {
    const redirectOrigin = new URL(hosted.findRedirect(request.query)).origin;
    // `form-action` also applies to redirects of the answer.
    const policy = `default-src 'none'; style-src 'self'; form-action 'self' ${redirectOrigin}; base-uri 'none'; frame-ancestors 'none'`;
    response.set({ 'content-security-policy': policy, 'referrer-policy': 'no-referrer' }).type('html');
    response.send(renderHostedPage({ action: request.originalUrl, style, refusal }));
  };

  router.get('/oauth2/authorize', (request, response) => {
    sendForm(request, response);
  });
  router.post('/oauth2/authorize', async (request, response) => {
    const form = await readForm(request, response);
    try {
      response.redirect(303, await hosted.authorize(request.query, form, callerOf(request, response)));
    } catch (error) {
      if (!(error instanceof PoolError)) throw error;
      sendForm(request, response.status(400), error.message);
    }
  });
  router.post('/oauth2/token', async (request, response) => {
    response.json(await hosted.issueTokens(await readForm(request, response)));
  });
  router.get('/logout', (request, response) => {
    response.redirect(302, hosted.findLogoutRedirect(request.query));
  });
  router.use(answerOAuthError);
  return router;
}

// Express recognizes an error handler by its four parameters.
// oxlint-disable-next-line max-params
const answerOAuthError: ErrorRequestHandler = (error: unknown, _request, response, next) => {
  if (!(error instanceof OAuthError)) {
    next(error);
    return;
  }
  response.status(400).json({ error: error.code });
};
