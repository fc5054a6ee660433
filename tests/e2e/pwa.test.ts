import { expect, it } from 'vitest';
import { getSharedChromium } from '../support/services/chromium.ts';
import { startTestApp } from '../support/test-app.ts';
import { waitForServiceWorker } from './pending-cruds.ts';
import { openBrowserOf, postCrud } from './test-browser.ts';

/** The paths of all cached files. Runs in the page. */
const keptPaths = async () => {
  const all = await Promise.all((await caches.keys()).map(async (name) => (await caches.open(name)).keys()));
  return all.flat().map(({ url }) => new URL(url).pathname + new URL(url).search);
};
const isOfBuild = (path: string) => /^\/(static\/.*|settings|[a-z.]+\.(js|svg|webmanifest))$/.test(path);

it('[OFFLINE-1, OFFLINE-2] it caches files of the build and no user data, opens without a connection, and lists the waiting items', async () => {
  const app = await startTestApp();
  const browser = await getSharedChromium();
  const self = await app.signUp({ name: 'Ann Offline', handle: 'ann_offline' });
  await using ann = await openBrowserOf(browser, app, self, { serviceWorkers: 'allow' });
  const { page } = ann;
  await page.goto('/');
  await page.getByText('Live', { exact: true }).waitFor();
  await waitForServiceWorker(page);
  for (const name of ['Notifications', 'Messages', 'Home']) {
    await page.locator('.nav').getByRole('link', { name, exact: true }).click();
    await page.getByRole('heading', { level: 1, name }).first().waitFor();
  }
  const paths = await page.evaluate(keptPaths);
  expect(paths).toContain('/settings');
  expect(paths.filter((path) => !isOfBuild(path))).toEqual([]);
  expect(ann.consoleProblems).toEqual([]);

  await page.context().setOffline(true);
  // Playwright does not emulate offline for service workers, so the server must not answer either.
  await app[Symbol.asyncDispose]();
  await postCrud(page, 'written in a tunnel');
  await page.reload();
  await page.getByText('written in a tunnel').waitFor();
  await page.getByText('You are offline. One crud is waiting.').waitFor();
  await page.getByRole('heading', { name: 'You are offline' }).waitFor();
  expect(await page.getByText('internal server error').count()).toBe(0);
  await page.goto('/notifications');
  await page.getByRole('heading', { name: 'Notifications' }).waitFor();
});
