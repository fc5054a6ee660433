import { CLIENT_CONFIG_ID, type ClientConfig } from '@cruddur/shared';
import type { BrowserContext } from 'playwright-core';

/** Serves a site's pages with other settings, and allows them one more origin. */
export async function overrideClientConfig(
  context: BrowserContext,
  url: string,
  { config, connectTo = '' }: { config: Partial<ClientConfig>; connectTo?: string },
): Promise<void> {
  const block = new RegExp(`(id="${CLIENT_CONFIG_ID}"[^>]*>)([^<]*)`);
  await context.route(
    (address) => address.origin === url,
    async (route) => {
      if (route.request().resourceType() !== 'document') return route.fallback();
      const response = await route.fetch({ maxRedirects: 0 });
      const policy = response.headers()['content-security-policy'] ?? '';
      const headers = {
        ...response.headers(),
        'content-security-policy': policy.replace('connect-src', `connect-src ${connectTo}`),
      };
      const change = (_: string, tag: string, json: string) =>
        tag + JSON.stringify({ ...(JSON.parse(json) as ClientConfig), ...config });
      return route.fulfill({ response, headers, body: (await response.text()).replace(block, change) });
    },
  );
}
