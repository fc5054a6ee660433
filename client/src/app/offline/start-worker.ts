import { WORKER_POLICY } from '@cruddur/shared';
import { firstContent } from '../../ssr/first-content.ts';
import { paths } from '../../paths.ts';

/** What TypeScript does not know of browsers yet. */
interface TrustedPolicies {
  createPolicy(
    name: string,
    rules: { createScriptURL: (url: string) => string },
  ): {
    createScriptURL: (url: string) => string;
  };
}

/** A tab that comes to the front looks for a new build, at most so often, in milliseconds. */
const UPDATE_CHECK_EVERY_MS = 15 * 60_000;

/** Starts the service worker, after everything that the page itself needs, and lets it look for new builds. */
export async function startWorker(): Promise<void> {
  await Promise.all([waitForLoad(), firstContent.ready]);
  const registration = (await navigator.serviceWorker.register(workerUrl())) as
    ServiceWorkerRegistration | undefined;
  let checkedAt = Date.now();
  document.addEventListener('visibilitychange', () => {
    if (document.hidden || Date.now() - checkedAt < UPDATE_CHECK_EVERY_MS) return;
    checkedAt = Date.now();
    // Without a connection there is nothing to see, and the next time is soon enough.
    void registration?.update().catch(() => undefined);
  });
}

/** The one script address that the content policy lets become code, and only this one. */
function workerUrl(): string {
  const policies = (window as { trustedTypes?: TrustedPolicies }).trustedTypes;
  if (!policies) return paths.worker;
  const rules = { createScriptURL: () => paths.worker };
  return policies.createPolicy(WORKER_POLICY, rules).createScriptURL(paths.worker);
}

function waitForLoad(): Promise<void> {
  if (document.readyState === 'complete') return Promise.resolve();
  return new Promise((resolve) => {
    window.addEventListener('load', () => resolve(), { once: true });
  });
}
