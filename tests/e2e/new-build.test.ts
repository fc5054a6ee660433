import { cp, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import { waitForServiceWorker } from './pending-cruds.ts';
import { openBrowser } from './test-browser.ts';
import { createTempFolder } from '../support/create-temp-folder.ts';
import { getSharedChromium } from '../support/services/chromium.ts';
import { findFreePort } from '../support/services/find-free-port.ts';
import { CLIENT_DIR, startTestApp } from '../support/test-app.ts';
import { until } from '../support/until.ts';
import { waitUntilHydrated } from '../support/wait-until-hydrated.ts';

it('it can be installed, a new build is offered, and a tab of the old build still loads its chunks', async () => {
  const env = { PORT: String(await findFreePort()) };
  const browser = await getSharedChromium();
  const before = await startTestApp({ env });
  await using visitor = await openBrowser(browser, before.url, { serviceWorkers: 'allow' });
  const { page } = visitor;
  await page.goto('/');
  await waitUntilHydrated(page);
  await waitForServiceWorker(page);
  await expectInstallable(page, before.url);
  await before[Symbol.asyncDispose]();
  await using next = await createNextBuild();
  await using after = await startTestApp({ env, clientDir: next.path });
  expect(after.url).toBe(before.url);
  await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.update());
  await page.getByText('A new version of Cruddur is ready.').waitFor();
  await page.getByRole('link', { name: 'About!' }).first().click();
  await page.getByRole('heading', { level: 1, name: 'About!' }).waitFor();
  await page.getByRole('button', { name: 'Reload' }).click();
  await until(() => page.evaluate(() => document.querySelector('script[src*=next-]') !== null), {
    what: 'the new build runs',
  });
  expect(await page.getByText('A new version of Cruddur is ready.').count()).toBe(0);
});

/** Checks the manifest, the icons, and that the service worker is revalidated. */
async function expectInstallable(page: Page, url: string): Promise<void> {
  const link = page.locator('link[rel=manifest]');
  const answer = await fetch(new URL((await link.getAttribute('href')) ?? '', url));
  expect(answer.headers.get('content-type')).toContain('application/manifest+json');
  const manifest = (await answer.json()) as {
    icons: { src: string; sizes: string; type: string; purpose?: string }[];
  };
  expect(manifest).toMatchObject({ name: 'Cruddur', start_url: '/', display: 'standalone' });
  const sizes = await Promise.all(manifest.icons.map(({ src }) => sizeOf(new URL(src, url))));
  expect(sizes).toEqual(manifest.icons.map((icon) => [icon.type, icon.sizes]));
  // Chromium's requirements for the icons of an installable app.
  const required = manifest.icons.filter((icon) => icon.type === 'image/png' && !icon.purpose);
  expect(required.map((icon) => icon.sizes)).toEqual(['192x192', '512x512']);
  const worker = await fetch(`${url}/sw.js`);
  expect(worker.headers.get('cache-control')).toBe('no-cache');
  expect(worker.headers.get('content-type')).toContain('text/javascript');
}

/** The type and the size of an image, in the manifest's notation. */
async function sizeOf(url: URL): Promise<[type: string, sizes: string]> {
  const answer = await fetch(url);
  const type = answer.headers.get('content-type') ?? '';
  if (type.startsWith('image/svg')) return ['image/svg+xml', 'any'];
  const { width, height } = await sharp(await answer.arrayBuffer()).metadata();
  return [type, `${width}x${height}`];
}

/** Copies the build with another name for each script. */
async function createNextBuild() {
  const folder = await createTempFolder();
  // Compressed files would still have the content of the old build.
  await cp(CLIENT_DIR, folder.path, { recursive: true, filter: (path) => !/\.(br|gz)$/.test(path) });
  const code = join(folder.path, 'static/js');
  const names = await readdir(code);
  const renamed = (text: string) =>
    names.reduce((before, name) => before.replaceAll(name, `next-${name}`), text);
  for (const name of names) await rename(join(code, name), join(code, `next-${name}`));
  const scripts = names.map((name) => `static/js/next-${name}`);
  const files = ['index.html', 'sw.js', '.vite/manifest.json', ...scripts];
  for (const file of files) {
    const text = await readFile(join(folder.path, file), 'utf8');
    await writeFile(join(folder.path, file), renamed(text).replace('{"id":"', '{"id":"next'));
  }
  return folder;
}
