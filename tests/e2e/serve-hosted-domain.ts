import type { BrowserContext } from 'playwright-core';
import { overrideClientConfig } from './override-client-config.ts';

/** Lets a browser find the local pool's hosted pages under a domain by https, and the page believe that they are there. */
export async function serveHostedDomain(context: BrowserContext, domain: string, url: string): Promise<void> {
  await context.route(`https://${domain}/**`, async (route) => {
    const { pathname, search } = new URL(route.request().url());
    const path = pathname.startsWith('/local/') ? pathname : `/local/idp${pathname}`;
    const response = await route.fetch({ url: `${url}${path}${search}`, maxRedirects: 0 });
    const { location } = response.headers();
    // A redirect would be followed without asking us again.
    const follow = `<script>location.replace(${JSON.stringify(location)})</script>`;
    if (location) return route.fulfill({ contentType: 'text/html', body: follow });
    return route.fulfill({
      response,
      headers: { ...response.headers(), 'access-control-allow-origin': url },
    });
  });
  await overrideClientConfig(context, url, {
    config: { oauth_domain: domain },
    connectTo: `https://${domain}`,
  });
}
