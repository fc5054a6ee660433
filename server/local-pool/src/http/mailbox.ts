import type { IncomingMessage } from 'node:http';
import { Router, type RequestHandler } from 'express';
import { toMailbox } from '../input.ts';
import type { LocalPool } from '../create-local-pool.ts';
import { renderMailboxPage } from './pages.ts';

/**
 * Which requests may read `/local/mail`, which shows every code in clear: all, those of this machine, or none.
 */
export type MailboxAccess = 'open' | 'loopback' | 'closed';

export type MailboxOptions = {
  access: MailboxAccess;
  /** Whether a request comes from this machine, and neither through a proxy nor by DNS rebinding. */
  isLocalRequest: (request: IncomingMessage) => boolean;
  /** Counts a call of an address; rejects when there are too many. */
  limit?: ((address: string) => Promise<void>) | undefined;
  /** The path of the style sheet. */
  style: string;
};

/** The pool's mails: a page for people, and JSON `[{to, subject, text, code, sent_at}]` for programs. */
export function createMailboxRoutes(
  pool: LocalPool,
  { access, isLocalRequest, limit, style }: MailboxOptions,
): Router {
  const router = Router();
  if (access === 'closed') return router;
  if (access === 'loopback') router.use(requireLocalRequest(isLocalRequest));
  router.use(async ({ ip = '' }, _response, next) => {
    await limit?.(ip);
    next();
  });
  router.get('/', async (request, response) => {
    const { to } = request.query;
    const address = typeof to === 'string' && to.trim() !== '' ? toMailbox(to) : undefined;
    // PostgreSQL refuses NUL in text.
    const mails = address?.includes('\0') ? [] : await pool.listMail(address);
    response.set({ 'cache-control': 'no-store', vary: 'accept' });
    if (request.accepts(['html', 'json']) === 'json') {
      response.json(mails);
      return;
    }
    response
      .set(
        'content-security-policy',
        "default-src 'none'; style-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
      )
      .type('html')
      .send(renderMailboxPage({ mails, address, style }));
  });
  return router;
}

/** Skips the other requests. */
const requireLocalRequest =
  (isLocalRequest: MailboxOptions['isLocalRequest']): RequestHandler =>
  (request, _response, next) => {
    next(isLocalRequest(request) ? undefined : 'router');
  };
