/** What the build injects into its service worker; see vite/offline.ts. */
declare const __BUILD__: {
  id: string;
  /** The entry file of the client. */
  entry: string;
  /** Every file of the build, as paths. */
  files: string[];
  /** The page that is kept for times without a connection; it has no personal content. */
  offlinePage: string;
  /** Below it every file carries a hash in its name. */
  hashedFilesPrefix: string;
  nonPagePrefixes: string[];
};

export const build = __BUILD__;

/** Whether a navigation to the path opens a page of the client. */
export function isPage(pathname: string): boolean {
  return !build.nonPagePrefixes.some((prefix) => pathname.startsWith(prefix));
}
