import { build } from './build.ts';

const PREFIX = 'build-';
const CACHE_NAME = PREFIX + build.id;
/** This build and the two before it, so that code of an open tab that is not loaded yet can still be had. */
const MAX_BUILDS = 3;

/** Keeps all files of this build and its page, or nothing of it: a server that is changing builds is asked another time. */
export async function cacheBuild(): Promise<void> {
  const page = await fetch(build.offlinePage, { cache: 'reload', credentials: 'omit' });
  if (!(await page.clone().text()).includes(build.entry)) throw new Error('The server has another build');
  const answers = await Promise.all(build.files.map(async (file) => [file, await fetchFile(file)] as const));
  const cache = await caches.open(CACHE_NAME);
  await Promise.all(answers.map(([file, answer]) => cache.put(file, answer)));
  await cache.put(build.offlinePage, page);
}

/** Files with a hash are the same in every build that has them. */
async function fetchFile(file: string): Promise<Response> {
  const kept = file.startsWith(build.hashedFilesPrefix) ? await caches.match(file) : undefined;
  const answer = kept ?? (await fetch(file, { credentials: 'omit' }));
  if (!answer.ok) throw new Error(`${file} cannot be had`);
  return answer;
}

export async function deleteOldBuilds(): Promise<void> {
  const names = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== CACHE_NAME);
  // Oldest first.
  const old = names.slice(0, Math.max(0, names.length - (MAX_BUILDS - 1)));
  await Promise.all(old.map((name) => caches.delete(name)));
}

export async function matchAnyBuild(pathname: string): Promise<Response | undefined> {
  return (await (await caches.open(CACHE_NAME)).match(pathname)) ?? caches.match(pathname);
}

export async function matchShell(): Promise<Response | undefined> {
  return (await caches.open(CACHE_NAME)).match(build.offlinePage);
}
