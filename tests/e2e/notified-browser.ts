import type { Browser, BrowserContext, CDPSession, Page } from 'playwright-core';
import type { TestApp } from '../support/test-app.ts';
import { until } from '../support/until.ts';
import { waitForServiceWorker } from './pending-cruds.ts';
import { openBrowser, signInByForm, type NewPerson, type TestBrowser } from './test-browser.ts';

/** A signed-in browser whose service worker runs, and which may show notifications. */
interface NotifiedBrowser extends TestBrowser {
  /** Delivers a decrypted push to the service worker, as the browser's push service does. */
  deliver(text: string): Promise<void>;
}

/** @param self has signed up */
export async function openNotifiedBrowser(
  { browser, app }: { browser: Browser; app: TestApp },
  self: NewPerson,
): Promise<NotifiedBrowser> {
  const opened = await openBrowser(browser, app.url, { serviceWorkers: 'allow' });
  const { page } = opened;
  const context = page.context();
  await context.grantPermissions(['notifications'], { origin: app.url });
  await signInByForm(page, self);
  await page.getByText('Live', { exact: true }).waitFor();
  await waitForServiceWorker(page);
  // On a page of its own, so that those of the site can be closed.
  const client = await context.newCDPSession(await context.newPage());
  const registrationId = await findRegistration(client, app.url);
  return {
    ...opened,
    async deliver(data) {
      await client.send('ServiceWorker.deliverPushMessage', { origin: app.url, registrationId, data });
    },
  };
}

async function findRegistration(client: CDPSession, url: string): Promise<string> {
  let found: string | undefined;
  client.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
    found = registrations.find(
      ({ isDeleted, scopeURL }) => !isDeleted && scopeURL.startsWith(url),
    )?.registrationId;
  });
  await client.send('ServiceWorker.enable');
  return until(() => found, { what: 'the service worker is registered' });
}

/** The notifications that the browser shows, as a page of the site sees them. */
export const readShown = (page: Page) =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready;
    return (await registration.getNotifications()).map(({ title, body, tag }) => ({ title, body, tag }));
  });

/** The same without a page of the site. A worker that restarts meanwhile shows none. */
export async function readShownByWorker(context: BrowserContext) {
  const worker = context.serviceWorkers().at(-1);
  const found = worker?.evaluate(async () => {
    const { registration } = globalThis as unknown as { registration: ServiceWorkerRegistration };
    return (await registration.getNotifications()).map(({ title, body, tag }) => ({ title, body, tag }));
  });
  return (await found?.catch(() => null)) ?? [];
}
