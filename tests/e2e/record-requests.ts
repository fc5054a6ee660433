import type { Page, Request } from 'playwright-core';

/** `<link rel="icon">` of client/index.html, and the address that a browser tries without such a link. */
const TAB_ICONS = new Set(['/favicon.svg', '/favicon.ico']);

/**
 * A browser with a window fetches an icon for its tab once per site, at a time of its own choice and independent of the
 * page's scripts; `chromium-headless-shell` fetches none. An image on the page with the same address has another type.
 */
function isTabIcon(request: Request): boolean {
  return request.resourceType() === 'other' && TAB_ICONS.has(new URL(request.url()).pathname);
}

/** The addresses that a page requests from now on, except the icon of its tab. The list grows with every request. */
export function recordRequests(page: Page): string[] {
  const addresses: string[] = [];
  page.on('request', (request) => {
    if (!isTabIcon(request)) addresses.push(request.url());
  });
  return addresses;
}
