import { PAGE_AGE_METRIC } from '@cruddur/shared';
import type { Request, RequestHandler } from 'express';
import type { Clock } from '../../domain/clock.ts';
import { Refusal } from '../../domain/errors.ts';
import type { Limiter } from '../rate-limits.ts';
import { readPageAddress, type PageAddress } from './page-address.ts';
import { PAGE_ENCODINGS, type PageEncoding } from './page-body.ts';
import type { CachedPage, PageCache } from './page-cache.ts';

export interface SitePageDeps {
  pages: PageCache;
  limiter: Limiter;
  clock: Clock;
}

/** How often a page is loaded again because a crud on it has expired meanwhile. */
const ATTEMPTS_MAX = 3;

/** Any page of the site. */
export function createSitePageHandler({ pages, limiter, clock }: SitePageDeps): RequestHandler {
  const nowMs = () => clock.now().getTime();

  /** The page and its bytes; no crud on it has expired. */
  async function findUnexpired(
    address: PageAddress,
    encoding: PageEncoding,
  ): Promise<{ page: CachedPage; bytes: Buffer }> {
    for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt += 1) {
      const page = await pages.find(address);
      const bytes = await page.body.encode(encoding);
      if (!page.content || nowMs() < page.content.expiresAt) return { page, bytes };
    }
    throw new Refusal('generic_503', 1);
  }

  return async (request, response) => {
    response.locals.route = 'page';
    await limiter.consumeByAddress(request.ip ?? '', 'read');
    const encoding = chooseEncoding(request);
    const { page, bytes } = await findUnexpired(readPageAddress(request), encoding);
    const { status, cacheControl, policy, content } = page;
    response
      .status(status)
      .vary('Accept-Encoding')
      .set('Cache-Control', cacheControl)
      .set('Content-Security-Policy', policy)
      .type('html');
    if (encoding !== 'identity') response.set('Content-Encoding', encoding);
    if (content) response.set('Server-Timing', `${PAGE_AGE_METRIC};dur=${nowMs() - content.renderedAt}`);
    response.send(bytes);
  };
}

/** The best encoding that the client accepts. */
function chooseEncoding(request: Request): PageEncoding {
  return PAGE_ENCODINGS.find((encoding) => request.acceptsEncodings(encoding)) ?? 'identity';
}
