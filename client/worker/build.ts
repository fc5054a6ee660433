/** What the build tells its service worker; see vite/offline.ts. */
declare const __BUILD__: { id: string; entry: string; files: string[] };

/** What is served by the program itself and is no page of ours. */
const NO_PAGES = ['/api/', '/avatars/', '/local/', '/static/', '/healthz', '/readyz', '/metrics'];

export const build = {
  ...__BUILD__,
  /** Below it every file carries a hash in its name. */
  hashed: '/static/',
  /** The address whose page is kept: one without anybody's content. */
  shell: '/settings',
  isPage: (pathname: string) => !NO_PAGES.some((start) => pathname.startsWith(start)),
};
