import type { BrowserContext } from 'playwright-core';
import { overrideClientConfig } from './override-client-config.ts';

/** Serves the local pool's hosted pages to a browser under an https domain, and configures the page with that domain. */
export async function serveHostedDomain(context: BrowserContext, domain: string, url: string): Promise<void> {
  await context.route(`https://${domain}/**`, async (route) => {
    const { pathname, search } = new URL(route.request().url());
    const path = pathname.startsWith('/local/') ? pathname : `/local/idp${pathname}`;
    const response = await route.fetch({ url: `${url}${path}${search}`, maxRedirects: 0 });
    const { location } = response.headers();
    // A redirect would be followed without passing this route again.
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
