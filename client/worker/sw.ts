import {
  build,
  cacheBuild,
  deleteOldBuilds,
  isPage,
  matchAnyBuild,
  matchOfflinePage,
} from './cached-builds.ts';
import { openNotification, showPush } from './push.ts';

/**
 * The service worker, which opens the app without a connection. It caches the build's files and one page without user data;
 * it never handles the API, avatars or any other user data. It also shows the notifications of push services.
 */
declare const self: ServiceWorkerGlobalScope;

self.addEventListener('install', (event) => {
  // Does not wait for old tabs to close: the files of their builds stay cached.
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
    event.respondWith(matchAnyBuild(pathname).then((cached) => cached ?? fetch(request)));
  } else if (build.files.includes(pathname)) {
    event.respondWith(fetch(request).catch(async () => (await matchAnyBuild(pathname)) ?? Response.error()));
  }
});

self.addEventListener('push', (event) => {
  event.waitUntil(showPush(event.data));
});

self.addEventListener('notificationclick', (event) => {
  event.waitUntil(openNotification(event.notification));
});

async function activateBuild(): Promise<void> {
  await deleteOldBuilds();
  await self.registration.navigationPreload.enable();
  await self.clients.claim();
  // A page of another build offers a reload.
  for (const page of await self.clients.matchAll({ type: 'window' }))
    page.postMessage({ program: build.entry });
}

/** The server's page with its status; the cached offline page only when the request fails. */
async function respondWithPage(event: FetchEvent): Promise<Response> {
  const response = await fetchPage(event).catch(() => Response.error());
  // Firefox resolves a failed preload with an error, and removes a worker that responds with one several times.
  if (response.type !== 'error') return response;
  return (await matchOfflinePage()) ?? response;
}

async function fetchPage({ preloadResponse, request }: FetchEvent): Promise<Response> {
  return ((await preloadResponse) as Response | undefined) ?? fetch(request);
}
