import { WORKER_POLICY } from '@cruddur/shared';
import { paths } from '../paths.ts';

/** Missing in TypeScript's DOM library. */
interface TrustedPolicies {
  createPolicy(
    name: string,
    rules: { createScriptURL: (url: string) => string },
  ): {
    createScriptURL: (url: string) => string;
  };
}

/** The shortest time between two update checks of a tab that becomes visible. */
const UPDATE_CHECK_EVERY_MS = 15 * 60_000;

/** Registers the worker after the page has loaded, and checks for updates when the tab becomes visible. */
export async function startWorker(): Promise<void> {
  await waitForLoad();
  const registration = (await navigator.serviceWorker.register(workerUrl())) as
    ServiceWorkerRegistration | undefined;
  let checkedAt = Date.now();
  document.addEventListener('visibilitychange', () => {
    if (document.hidden || Date.now() - checkedAt < UPDATE_CHECK_EVERY_MS) return;
    checkedAt = Date.now();
    // A failed check, as without a connection, is repeated at the next interval.
    void registration?.update().catch(() => undefined);
  });
}

/** The only script URL that the page's Trusted Types policy lets through. */
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
