/** What the build tells its service worker; see vite/offline.ts. */
declare const __BUILD__: { id: string; entry: string; files: string[] };

/** What is served by the program itself and is no page of ours. */
const NON_PAGE_PREFIXES = ['/api/', '/avatars/', '/local/', '/static/', '/healthz', '/readyz', '/metrics'];

export const build = {
  ...__BUILD__,
  /** Below it every file carries a hash in its name. */
  hashedPrefix: '/static/',
  /** The address whose page is kept: one without anybody's content. */
  shell: '/settings',
  isPage: (pathname: string) => !NON_PAGE_PREFIXES.some((start) => pathname.startsWith(start)),
};
