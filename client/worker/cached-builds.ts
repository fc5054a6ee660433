/** Injected by vite/offline.ts. */
declare const __BUILD__: {
  id: string;
  /** The entry file of the client. */
  entry: string;
  /** The paths of all files of the build. */
  files: string[];
  /** The path of the cached page, which has no user data. */
  offlinePage: string;
  /** Every file below it has a hash in its name. */
  hashedFilesPrefix: string;
  nonPagePrefixes: string[];
};

export const build = __BUILD__;

const CACHE_PREFIX = 'build-';
const CACHE_NAME = CACHE_PREFIX + build.id;
/** This build and the two before it, so that an open tab of an older build can load its lazy chunks. */
const MAX_BUILDS = 3;

/** Whether a navigation to the path opens a page of the client. */
export function isPage(pathname: string): boolean {
  return !build.nonPagePrefixes.some((prefix) => pathname.startsWith(prefix));
}

/** Caches all files of this build and its page, or nothing. @throws while the server has another build */
export async function cacheBuild(): Promise<void> {
  const page = await fetch(build.offlinePage, { cache: 'reload', credentials: 'omit' });
  if (!(await page.clone().text()).includes(build.entry)) throw new Error('The server has another build');
  const files = await Promise.all(build.files.map(async (file) => [file, await fetchFile(file)] as const));
  const cache = await caches.open(CACHE_NAME);
  await Promise.all(files.map(([file, response]) => cache.put(file, response)));
  await cache.put(build.offlinePage, page);
}

/** A hashed file is equal in every build, so it is taken from any cache. */
async function fetchFile(file: string): Promise<Response> {
  const cached = file.startsWith(build.hashedFilesPrefix) ? await caches.match(file) : undefined;
  const response = cached ?? (await fetch(file, { credentials: 'omit' }));
  if (!response.ok) throw new Error(`${file} is not available`);
  return response;
}

export async function deleteOldBuilds(): Promise<void> {
  // In the order of creation.
  const names = (await caches.keys()).filter((name) => name.startsWith(CACHE_PREFIX) && name !== CACHE_NAME);
  const old = names.slice(0, Math.max(0, names.length - (MAX_BUILDS - 1)));
  await Promise.all(old.map((name) => caches.delete(name)));
}

export async function matchAnyBuild(pathname: string): Promise<Response | undefined> {
  return (await (await caches.open(CACHE_NAME)).match(pathname)) ?? caches.match(pathname);
}

export async function matchOfflinePage(): Promise<Response | undefined> {
  return (await caches.open(CACHE_NAME)).match(build.offlinePage);
}
