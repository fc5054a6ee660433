import { cp, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createCleanup } from '../support/cleanup.ts';
import { getSharedChromium, closePages } from '../support/services/chromium.ts';
import { findFreePort } from '../support/services/find-free-port.ts';
import { CLIENT_DIR, startTestApp } from '../support/test-app.ts';
import { until } from '../support/until.ts';
import { openBrowser, postCrud, signInByForm } from './test-browser.ts';
import { waitUntilHydrated } from '../support/wait-until-hydrated.ts';
import { waitForServiceWorker } from './pending-cruds.ts';

describe('the installed app', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await getSharedChromium();
  });
  afterAll(() => closePages(browser));

  /** The paths of all cached files. Runs in the page. */
  const keptPaths = async () => {
    const all = await Promise.all(
      (await caches.keys()).map(async (name) => (await caches.open(name)).keys()),
    );
    return all.flat().map(({ url }) => new URL(url).pathname + new URL(url).search);
  };
  const isOfBuild = (path: string) => /^\/(static\/.*|settings|[a-z.]+\.(js|svg|webmanifest))$/.test(path);

  it('[OFFLINE-1, OFFLINE-2] it caches files of the build and no user data, opens without a connection, and lists the waiting items', async () => {
    const app = await startTestApp();
    const self = { name: 'Ann Offline', handle: 'ann_offline' };
    await app.signUp(self);
    await using ann = await openBrowser(browser, app.url, { serviceWorkers: 'allow' });
    const { page } = ann;
    await signInByForm(page, self);
    await waitForServiceWorker(page);
    for (const path of ['/messages', '/']) {
      await page.goto(path);
      await page.getByRole('heading', { level: 1 }).first().waitFor();
    }
    await page.getByText('Live', { exact: true }).waitFor();
    const paths = await page.evaluate(keptPaths);
    expect(paths).toContain('/settings');
    expect(paths.filter((path) => !isOfBuild(path))).toEqual([]);
    expect(ann.consoleProblems).toEqual([]);

    await page.context().setOffline(true);
    // Playwright does not emulate offline for service workers, so the server must not answer either.
    await app[Symbol.asyncDispose]();
    await postCrud(page, 'written in a tunnel');
    await page.goto('/');
    await page.getByText('written in a tunnel').waitFor();
    await page.getByText('You are offline. One crud is waiting.').waitFor();
    await page.getByRole('heading', { name: 'You are offline' }).waitFor();
    expect(await page.getByText('internal server error').count()).toBe(0);
    await page.goto('/notifications');
    await page.getByRole('heading', { name: 'Notifications' }).waitFor();
  });

  it('[OFFLINE-2, OFFLINE-3, OFFLINE-4] it can be installed, a new build is offered, and a tab of the old build still loads its chunks', async () => {
    const cleanup = createCleanup();
    const port = String(await findFreePort());
    const before = await startTestApp({ env: { PORT: port } });
    const visitor = await openBrowser(browser, before.url, { serviceWorkers: 'allow' });
    cleanup.defer(() => visitor[Symbol.asyncDispose]());
    const { page } = visitor;
    await page.goto('/');
    await waitUntilHydrated(page);
    await waitForServiceWorker(page);
    expect((await page.evaluate(keptPaths)).filter((path) => !isOfBuild(path))).toEqual([]);
    await expectInstallable(page, before.url);
    await before[Symbol.asyncDispose]();
    const clientDir = await nextBuild();
    cleanup.defer(() => rm(clientDir, { recursive: true, force: true }));
    const after = await startTestApp({ env: { PORT: port }, clientDir });
    cleanup.defer(() => after[Symbol.asyncDispose]());
    await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.update());
    await page.getByText('A new version of Cruddur is ready.').waitFor();
    await page.getByRole('link', { name: 'About!' }).first().click();
    await page.getByRole('heading', { level: 1, name: 'About!' }).waitFor();
    await page.getByRole('button', { name: 'Reload' }).click();
    await until(() => page.evaluate(() => document.querySelector('script[src*=next-]') !== null), {
      what: 'the new build runs',
    });
    expect(await page.getByText('A new version of Cruddur is ready.').count()).toBe(0);
    await cleanup.run();
  });
});

/** Checks the manifest, the icons, and that the service worker is revalidated. */
async function expectInstallable(page: Page, url: string): Promise<void> {
  const link = page.locator('link[rel=manifest]');
  const manifest = await readManifest(new URL((await link.getAttribute('href')) ?? '', url));
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

interface Manifest {
  icons: { src: string; sizes: string; type: string; purpose?: string }[];
}

async function readManifest(url: URL): Promise<Manifest> {
  const answer = await fetch(url);
  expect(answer.headers.get('content-type')).toContain('application/manifest+json');
  return (await answer.json()) as Manifest;
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
async function nextBuild(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'cruddur-build-'));
  await cp(CLIENT_DIR, folder, { recursive: true });
  const code = join(folder, 'static/js');
  // Compressed files still have the content of the old build.
  for (const file of await readdir(folder, { recursive: true }))
    if (/\.(br|gz)$/.test(file)) await rm(join(folder, file));
  const names = await readdir(code);
  const renamed = (text: string) =>
    names.reduce((before, name) => before.replaceAll(name, `next-${name}`), text);
  for (const name of names) await rename(join(code, name), join(code, `next-${name}`));
  const files = [
    'index.html',
    'sw.js',
    '.vite/manifest.json',
    ...names.map((name) => `static/js/next-${name}`),
  ];
  for (const file of files) {
    const text = await readFile(join(folder, file), 'utf8');
    await writeFile(join(folder, file), renamed(text).replace('{"id":"', '{"id":"next'));
  }
  return folder;
}
