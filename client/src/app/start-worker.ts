import { paths } from '../base/paths.ts';
import { WORKER_POLICY } from '@cruddur/shared';

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

/** Missing in TypeScript's DOM library. */
interface TrustedPolicy {
  createScriptURL: (url: string) => string;
}
interface TrustedPolicies {
  createPolicy(name: string, rules: TrustedPolicy): TrustedPolicy;
}

/** The service worker, and the worker of the simulation. */
const isWorker = (url: string) => url === paths.worker || /^\/static\/js\/simulation\.[\w-]+\.js$/.test(url);

let policy: TrustedPolicy | undefined;

/** Lets a worker's URL through the page's Trusted Types policy, which can be created once. @throws TypeError for any other URL */
export function trustWorkerUrl(url: string): string {
  const policies = (window as { trustedTypes?: TrustedPolicies }).trustedTypes;
  if (!policies) return url;
  policy ??= policies.createPolicy(WORKER_POLICY, {
    createScriptURL(wanted) {
      if (isWorker(wanted)) return wanted;
      throw new TypeError('This is no worker');
    },
  });
  return policy.createScriptURL(url);
}
