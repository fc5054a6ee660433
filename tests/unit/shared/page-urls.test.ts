import { readFile } from 'node:fs/promises';
import { NON_PAGE_PREFIXES, OFFLINE_PAGE_URL, pageUrlPatterns, pageUrls } from '@cruddur/shared';
import { expect, test } from 'vitest';
import { matchPage } from '../../../server/src/http/pages/match-page.ts';

const urls = [...Object.values(pageUrls), ...Object.values(pageUrlPatterns)];

test('no page has an address that the server answers itself', () => {
  expect(urls.filter((url) => NON_PAGE_PREFIXES.some((prefix) => url.startsWith(prefix)))).toEqual([]);
});

test('the server knows every page of the table', () => {
  expect(urls.filter((url) => matchPage(url).kind === 'missing')).toEqual([]);
});

test('the page that the service worker keeps has no content of a person', () => {
  expect(matchPage(OFFLINE_PAGE_URL).kind).toBe('personal');
});

test('the web manifest starts and links only pages of the table', async () => {
  const manifest = JSON.parse(await readFile('client/public/manifest.webmanifest', 'utf8')) as {
    start_url: string;
    shortcuts: { url: string }[];
  };
  const linked = [manifest.start_url, ...manifest.shortcuts.map(({ url }) => url)];
  expect(linked.filter((url) => !Object.values<string>(pageUrls).includes(url))).toEqual([]);
});
