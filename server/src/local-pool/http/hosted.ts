import express, { Router, type ErrorRequestHandler, type Request, type Response } from 'express';
import type { LocalPool } from '../create-local-pool.ts';
import { PoolError } from '../errors.ts';
import { OAuthError } from '../hosted/oauth-error.ts';
import { hostedPage } from './hosted-page.ts';

const MAX_BODY = 16 * 1024;

/** `/oauth2/authorize`, `/oauth2/token` and `/logout`, as under a Cognito domain. `style` is the mailbox's. */
export function hostedRoutes({ hosted }: LocalPool, style: (request: Request) => string): Router {
  const router = Router();
  const form = express.urlencoded({ extended: false, limit: MAX_BODY });

  const showForm = (request: Request, response: Response, refusal?: string) => {
    const goesTo = new URL(hosted.check(request.query)).origin;
    // A form's policy covers where its answer redirects to.
    const policy = `default-src 'none'; style-src 'self'; form-action 'self' ${goesTo}; base-uri 'none'; frame-ancestors 'none'`;
    response.set({ 'content-security-policy': policy, 'referrer-policy': 'no-referrer' }).type('html');
    response.send(hostedPage({ action: request.originalUrl, style: style(request), refusal }));
  };

  router.get('/oauth2/authorize', (request, response) => {
    showForm(request, response);
  });
  router.post('/oauth2/authorize', form, async (request, response) => {
    const caller = { address: request.ip ?? '' };
    try {
      response.redirect(303, await hosted.authorize(request.query, request.body, caller));
    } catch (error) {
      if (!(error instanceof PoolError)) throw error;
      showForm(request, response.status(400), error.message);
    }
  });
  router.post('/oauth2/token', form, async (request, response) => {
    response.json(await hosted.token(request.body));
  });
  router.get('/logout', (request, response) => {
    response.redirect(302, hosted.logout(request.query));
  });
  router.use(answerOAuthError);
  return router;
}

// Express knows an error handler by its four parameters.
// eslint-disable-next-line @typescript-eslint/max-params
const answerOAuthError: ErrorRequestHandler = (error: unknown, _request, response, next) => {
  if (!(error instanceof OAuthError)) {
    next(error);
    return;
  }
  response.status(400).json({ error: error.code });
};
