import { readFile } from 'node:fs/promises';
import { OFFLINE_PAGE_URL, pageUrls } from '@cruddur/shared';
import { expect, test } from 'vitest';
import { matchPage } from '../../../server/src/http/pages/page-address.ts';

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
