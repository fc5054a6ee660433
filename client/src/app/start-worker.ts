import { paths } from '../paths.ts';
import { trustWorkerUrl } from './trust-worker-url.ts';

/** The shortest time between two update checks of a tab that becomes visible. */
const UPDATE_CHECK_EVERY_MS = 15 * 60_000;

/** Registers the worker after the page has loaded, and checks for updates when the tab becomes visible. */
export async function startWorker(): Promise<void> {
  await waitForLoad();
  const registration = (await navigator.serviceWorker.register(trustWorkerUrl(paths.worker))) as
    | ServiceWorkerRegistration
    | undefined;
  let checkedAt = Date.now();
  document.addEventListener('visibilitychange', () => {
    if (document.hidden || Date.now() - checkedAt < UPDATE_CHECK_EVERY_MS) return;
    checkedAt = Date.now();
    // A failed check, as without a connection, is repeated at the next interval.
    void registration?.update().catch(() => undefined);
  });
}

function waitForLoad(): Promise<void> {
  if (document.readyState === 'complete') return Promise.resolve();
  return new Promise((resolve) => {
    window.addEventListener('load', () => resolve(), { once: true });
  });
}
