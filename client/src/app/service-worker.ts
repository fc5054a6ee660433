import { WORKER_POLICY } from '@cruddur/shared';
import { useEffect } from 'react';
import { useComposeContext } from '../compose/compose-context.tsx';
import { paths } from '../paths.ts';
import { firstContent } from '../ssr/first-content.ts';

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

/** Registers the service worker, and offers a reload when a build is active that is newer than this page's. */
export function NewBuildNotice(): null {
  const { showToast, logger } = useComposeContext();
  useEffect(() => {
    // In development files change without a change of name.
    if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
    const onMessage = ({ data }: MessageEvent<unknown>) => {
      const entry = parseEntryUrl(data);
      if (entry === null || entry === readEntryUrl()) return;
      showToast({
        id: 'new-build',
        text: 'A new Cruddur is ready.',
        stays: true,
        action: { label: 'Reload', run: () => window.location.reload() },
      });
    };
    navigator.serviceWorker.addEventListener('message', onMessage);
    return () => navigator.serviceWorker.removeEventListener('message', onMessage);
  }, [showToast]);
  useEffect(() => {
    if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
    startWorker().catch((failure: unknown) => logger.info('no service worker', { reason: String(failure) }));
  }, [logger]);
  return null;
}

/** The page's build, by the URL of its entry chunk. */
function readEntryUrl(): string | null {
  return document.querySelector('script[type=module][src]')?.getAttribute('src') ?? null;
}

function parseEntryUrl(data: unknown): string | null {
  return typeof data === 'object' && data !== null && 'program' in data && typeof data.program === 'string'
    ? data.program
    : null;
}

/** Registers the worker after the page's own requests, and checks for updates when the tab becomes visible. */
async function startWorker(): Promise<void> {
  await Promise.all([waitForLoad(), firstContent.ready]);
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
