import { CLIENT_CONFIG_ID, pageUrls } from '@cruddur/shared';
import { expect, it } from 'vitest';
import { Refusal } from '../../../../server/src/domain/errors.ts';
import type { UseCases } from '../../../../server/src/domain/use-case.ts';
import { openSite as openRenderedSite } from './rendered-site.ts';
import { startTestHttpApp, sendRequest } from './test-http-app.ts';

const HOSTILE_ID = '</script><script>alert(1)</script>';

/** Pages that the browser renders. */
const openSite = (useCases: Partial<UseCases> = {}) =>
  openRenderedSite({ renderer: null, useCases, clientConfig: { user_pool_id: HOSTILE_ID } });

it.each([
  ...Object.values(pageUrls),
  // Conversations, without checking their members.
  ...['/messages/new/bayko', '/messages/0b4b3f0e-93ad-4dc8-b1c4-0c8a6b4e2f11'],
])('the page is served at %s', async (path) => {
  await using site = await openSite();
  const { status, headers } = await sendRequest(site, path);
  expect([status, headers.get('cache-control')]).toEqual([200, path === '/' ? 'no-store' : 'no-cache']);
  expect(headers.get('content-type')).toContain('text/html');
});

it('[PAGE-5] the page carries the program’s settings as data that cannot break out of its element, and keeps browsers on https', async () => {
  await using site = await openSite();
  const { text, headers } = await sendRequest(site, '/');
  const block = new RegExp(`<script type="application/json" id="${CLIENT_CONFIG_ID}">([^<]*)</script>`);
  expect(JSON.parse(block.exec(text)?.[1] ?? '')).toMatchObject({ user_pool_id: HOSTILE_ID });
  expect(text).not.toContain('alert(1)</script>');
  expect(headers.get('strict-transport-security')).toContain('max-age=');
});

it('an encoded slash is part of its segment', async () => {
  const requestedPaths: string[] = [];
  const profilePage: UseCases['profilePage'] = ({ params }) => {
    requestedPaths.push(params.handle);
    return Promise.reject(new Refusal('user_not_found'));
  };
  await using site = await openSite({ profilePage });
  expect((await sendRequest(site, '/messages/new/a%2Fb')).status).toBe(200);
  expect((await sendRequest(site, '/%40a%2Fb')).status).toBe(404);
  expect((await sendRequest(site, '/settings%2F')).status).toBe(404);
  expect(requestedPaths).toEqual(['a/b']);
});

const refuse = (code: 'user_not_found' | 'activity_not_found' | 'activity_expired') => () =>
  Promise.reject(new Refusal(code));

it.each([
  ['/@unknown', { profilePage: refuse('user_not_found') }, 404],
  ['/@bayko/status/x', { singlePost: refuse('activity_not_found') }, 404],
  ['/@bayko/status/x', { singlePost: refuse('activity_expired') }, 410],
  ['/%40bayko', {}, 200],
  ['/@bayko/status/x', {}, 200],
  ['/no/such/page', {}, 404],
  ['/bayko', {}, 404],
  ['/@', {}, 404],
  ['/@a%00', {}, 404],
])('[PAGE-2] %s is a page with its status', async (path, given, status) => {
  await using site = await openSite(given);
  const answer = await sendRequest(site, path);
  expect([answer.status, answer.text.includes('id="root"')]).toEqual([status, true]);
});

it('an address that cannot be decoded is the not-found page, read as the browser’s router does', async () => {
  const requestedPaths: string[] = [];
  const refuse = (code: 'user_not_found' | 'activity_not_found') => (call: { params: object }) => {
    requestedPaths.push(...Object.values<string>(call.params as Record<string, string>));
    return Promise.reject(new Refusal(code));
  };
  await using site = await openSite({
    profilePage: refuse('user_not_found'),
    singlePost: refuse('activity_not_found'),
  });
  for (const path of ['/%E0%A4%A', '/%', '/@%E0%A4%A', '/@bayko/status/%ff']) {
    const { status, text } = await sendRequest(site, `${path}?a=%20b`);
    expect([status, text.includes('id="root"')]).toEqual([404, true]);
    // As written in the address.
    expect(requestedPaths.splice(0).every((word) => path.includes(word))).toBe(true);
  }
  for (const path of ['/api/%E0%A4%A', '/api/activities/@%ff', '/avatars/%ff'])
    expect(await sendRequest(site, path)).toMatchObject({ status: 400, json: ['generic_400'] });
  expect(await sendRequest(site, '/static/%ff')).toMatchObject({ status: 404, text: 'Not found\n' });
});

it('[PAGE-3] files with a hash in their name are cached for ever, others are revalidated, missing ones and page templates are not served', async () => {
  await using site = await openSite();
  const cacheControlOf = async (path: string) => (await sendRequest(site, path)).headers.get('cache-control');
  expect(await cacheControlOf('/static/js/main.abc.js')).toBe('public, max-age=31536000, immutable');
  expect(await cacheControlOf('/manifest.webmanifest')).toBe('no-cache');
  expect(await sendRequest(site, '/static/js/gone.js')).toMatchObject({ status: 404, text: 'Not found\n' });
  const template = await fetch(`${site.url}/index.html`, { redirect: 'manual' });
  expect([template.status, template.headers.get('location')]).toEqual([308, '/']);
});

it('without a built client the root describes how to build it', async () => {
  await using app = await startTestHttpApp();
  expect((await sendRequest(app, '/')).text).toContain('npm run build');
});
