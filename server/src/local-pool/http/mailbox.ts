import { Router } from 'express';
import type { LocalPool } from '../create-local-pool.ts';
import { mailboxPage } from './mailbox-page.ts';
import { mailboxStyle } from './mailbox-style.ts';

/** The pool's mails: a page for people, and JSON `[{to, subject, text, code, sent_at}]` for programs. */
export function mailboxRoutes(pool: LocalPool): Router {
  const router = Router();
  router.get('/style.css', (_request, response) => void response.type('css').send(mailboxStyle));
  router.get('/', async (request, response) => {
    const { to } = request.query;
    const address = typeof to === 'string' && to.trim() !== '' ? to.trim().toLowerCase() : undefined;
    // A NUL cannot be in an address, and the store refuses it.
    const mails = address?.includes('\0') ? [] : await pool.mail(address);
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
      .send(mailboxPage({ mails, address, style: `${request.baseUrl}/style.css` }));
  });
  return router;
}
