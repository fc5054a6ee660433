import { Router, type RequestHandler } from 'express';
import type { LocalPool } from '../create-local-pool.ts';
import { isLoopbackHost } from '../loopback.ts';
import { renderMailboxPage } from './pages.ts';

/**
 * Who may read `/local/mail`, which shows every code in clear: every visitor, requests that name this machine by a loopback
 * name, or no one.
 */
export type MailboxAccess = 'open' | 'loopback' | 'closed';

export type MailboxOptions = {
  access: MailboxAccess;
  /** The address of the style sheet. */
  style: string;
};

/** The pool's mails: a page for people, and JSON `[{to, subject, text, code, sent_at}]` for programs. */
export function createMailboxRoutes(pool: LocalPool, { access, style }: MailboxOptions): Router {
  const router = Router();
  if (access === 'closed') return router;
  if (access === 'loopback') router.use(loopbackOnly);
  router.get('/', async (request, response) => {
    const { to } = request.query;
    const address = typeof to === 'string' && to.trim() !== '' ? to.trim().toLowerCase() : undefined;
    // A NUL cannot be in an address, and the store refuses it.
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

/**
 * Refuses requests that came by another name than this machine's: through a proxy, or from a page of another site whose name
 * was made to lead here (DNS rebinding).
 */
const loopbackOnly: RequestHandler = (request, _response, next) => {
  next(isLoopbackHost(request.hostname) ? undefined : 'router');
};
