import express, { Router, type ErrorRequestHandler, type Request, type Response } from 'express';
import type { Caller } from '../context.ts';
import type { LocalPool } from '../create-local-pool.ts';
import { PoolError } from '../errors.ts';
import { OAuthError } from '../hosted/oauth-error.ts';
import { hostedPage } from './hosted-page.ts';

const MAX_BODY = 16 * 1024;

export type HostedRoutesOptions = {
  callerOf: (request: Request) => Caller;
  /** Where the mailbox has its style. */
  styleOf: (request: Request) => string;
};

/** `/oauth2/authorize`, `/oauth2/token` and `/logout`, as under a Cognito domain. */
export function hostedRoutes({ hosted }: LocalPool, { callerOf, styleOf }: HostedRoutesOptions): Router {
  const router = Router();
  const form = express.urlencoded({ extended: false, limit: MAX_BODY });

  const showForm = (request: Request, response: Response, refusal?: string) => {
    const goesTo = new URL(hosted.check(request.query)).origin;
    // A form's policy covers where its answer redirects to.
    const policy = `default-src 'none'; style-src 'self'; form-action 'self' ${goesTo}; base-uri 'none'; frame-ancestors 'none'`;
    response.set({ 'content-security-policy': policy, 'referrer-policy': 'no-referrer' }).type('html');
    response.send(hostedPage({ action: request.originalUrl, style: styleOf(request), refusal }));
  };

  router.get('/oauth2/authorize', (request, response) => {
    showForm(request, response);
  });
  router.post('/oauth2/authorize', form, async (request, response) => {
    try {
      response.redirect(303, await hosted.authorize(request.query, request.body, callerOf(request)));
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
