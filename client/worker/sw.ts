import { build, isPage } from './build.ts';
import { matchAnyBuild, deleteOldBuilds, cacheBuild, matchShell } from './cached-builds.ts';

/**
 * The service worker: the program opens without a connection. It keeps files of the build and one page without anybody's
 * content; it never touches the API, pictures of people or anything else that is theirs.
 */
declare const self: ServiceWorkerGlobalScope;

self.addEventListener('install', (event) => {
  // Nobody has to wait for old tabs to close: their files stay.
  event.waitUntil(cacheBuild().then(() => self.skipWaiting()));
});

self.addEventListener('activate', (event) => {
  event.waitUntil(activateBuild());
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== self.location.origin) return;
  if (request.mode === 'navigate') {
    if (isPage(pathname)) event.respondWith(respondWithPage(event));
  } else if (pathname.startsWith(build.hashedFilesPrefix)) {
    event.respondWith(matchAnyBuild(pathname).then((kept) => kept ?? fetch(request)));
  } else if (build.files.includes(pathname)) {
    event.respondWith(fetch(request).catch(async () => (await matchAnyBuild(pathname)) ?? Response.error()));
  }
});

async function activateBuild(): Promise<void> {
  await deleteOldBuilds();
  await self.registration.navigationPreload.enable();
  await self.clients.claim();
  // A page whose own program is another one offers to load again.
  for (const page of await self.clients.matchAll({ type: 'window' }))
    page.postMessage({ program: build.entry });
}

/** The page as the server has it, with its status; the kept shell only when nobody answers. */
async function respondWithPage(event: FetchEvent): Promise<Response> {
  try {
    const early = (await event.preloadResponse) as Response | undefined;
    return early ?? (await fetch(event.request));
  } catch {
    return (await matchShell()) ?? Response.error();
  }
}
