import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CLIENT_CONFIG_ID, pageUrls } from '@cruddur/shared';
import { describe, expect, it } from 'vitest';
import { Refusal } from '../../../server/src/domain/errors.ts';
import type { UseCases } from '../../../server/src/domain/use-case.ts';
import { createRecordingUseCases, startTestHttpApp, sendRequest } from './test-http-app.ts';
import { hostileUseCases } from './sample-page.ts';

const head = '<head><title>Cruddur</title><template id="program"></template></head>';
const page = `<!doctype html><html>${head}<body><div id="root"></div></body></html>`;

/** A server with a built client of two files. */
async function openSite(given: Partial<UseCases> = {}) {
  const clientDir = await mkdtemp(join(tmpdir(), 'cruddur-client-'));
  await mkdir(join(clientDir, 'static/js'), { recursive: true });
  await writeFile(join(clientDir, 'index.html'), page);
  await writeFile(join(clientDir, 'manifest.webmanifest'), '1');
  await writeFile(join(clientDir, 'static/js/main.abc.js'), '2');
  const settings = {
    allowedOrigins: [],
    connectOrigins: [],
    trustProxy: false,
    secure: true,
    clientDir,
    clientConfig: { user_pool_id: '</script><script>alert(1)</script>', region: 'ap-south-1' },
  };
  const app = await startTestHttpApp({
    settings,
    useCases: createRecordingUseCases([], { ...hostileUseCases, ...given }),
  });
  return {
    ...app,
    [Symbol.asyncDispose]: async () => {
      await app[Symbol.asyncDispose]();
      await rm(clientDir, { recursive: true });
    },
  };
}

describe('[PAGE-1] the page', () => {
  it.each(Object.values(pageUrls))('is served at %s', async (path) => {
    await using site = await openSite();
    const answer = await sendRequest(site, path);
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-cache']);
    expect(answer.headers.get('content-type')).toContain('text/html');
  });

  it('is served for conversations, without checking their members', async () => {
    await using site = await openSite();
    expect((await sendRequest(site, '/messages/new/bayko')).status).toBe(200);
    expect((await sendRequest(site, '/messages/0b4b3f0e-93ad-4dc8-b1c4-0c8a6b4e2f11')).status).toBe(200);
  });

  it('carries the program’s settings as data that cannot break out of its element', async () => {
    await using site = await openSite();
    const { text } = await sendRequest(site, '/');
    const block = new RegExp(
      `<script type="application/json" id="${CLIENT_CONFIG_ID}">([^<]*)</script>`,
    ).exec(text);
    expect(JSON.parse(block?.[1] ?? '')).toMatchObject({
      user_pool_id: '</script><script>alert(1)</script>',
    });
    expect(text).not.toContain('alert(1)</script>');
  });
});

it('[PAGE-7] an encoded slash is part of its segment', async () => {
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

describe('[PAGE-2] an unknown page', () => {
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
  ])('%s is a page with its status', async (path, given, status) => {
    await using site = await openSite(given);
    const answer = await sendRequest(site, path);
    expect([answer.status, answer.text.includes('id="root"')]).toEqual([status, true]);
  });
});

describe('[PAGE-6] an address that cannot be decoded', () => {
  it.each(['/%E0%A4%A', '/%', '/@%E0%A4%A', '/@bayko/status/%ff'])(
    '%s is the not-found page',
    async (path) => {
      const requestedPaths: string[] = [];
      const refuse =
        (code: 'user_not_found' | 'activity_not_found') => (call: { params: Record<string, string> }) => {
          requestedPaths.push(...Object.values(call.params));
          return Promise.reject(new Refusal(code));
        };
      await using site = await openSite({
        profilePage: refuse('user_not_found'),
        singlePost: refuse('activity_not_found'),
      });
      const answer = await sendRequest(site, `${path}?a=%20b`);
      expect([answer.status, answer.text.includes('id="root"')]).toEqual([404, true]);
      // As written in the address, which is how the browser's router reads it.
      expect(requestedPaths.every((word) => path.includes(word))).toBe(true);
    },
  );

  it.each(['/api/%E0%A4%A', '/api/activities/@%ff', '/avatars/%ff'])('%s is answered 400', async (path) => {
    await using site = await openSite();
    expect(await sendRequest(site, path)).toMatchObject({ status: 400, json: ['generic_400'] });
  });

  it('is no file either', async () => {
    await using site = await openSite();
    expect(await sendRequest(site, '/static/%ff')).toMatchObject({ status: 404, text: 'Not found\n' });
  });
});

describe('[PAGE-3] files', () => {
  it('with a hash in their name are cached for ever, others are revalidated', async () => {
    await using site = await openSite();
    const hashed = await sendRequest(site, '/static/js/main.abc.js');
    expect(hashed.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect((await sendRequest(site, '/manifest.webmanifest')).headers.get('cache-control')).toBe('no-cache');
  });

  it('used as page templates are not served, and their address redirects to home', async () => {
    await using site = await openSite();
    const answer = await fetch(`${site.url}/index.html`, { redirect: 'manual' });
    expect([answer.status, answer.headers.get('location')]).toEqual([308, '/']);
  });

  it('that are missing are not answered with a page', async () => {
    await using site = await openSite();
    const answer = await sendRequest(site, '/static/js/gone.js');
    expect([answer.status, answer.text]).toEqual([404, 'Not found\n']);
  });
});

it('[PAGE-4] without a built client the root describes how to build it', async () => {
  await using app = await startTestHttpApp();
  expect((await sendRequest(app, '/')).text).toContain('npm run build');
});

it('[PAGE-5] over https, browsers are told to keep using https', async () => {
  await using site = await openSite();
  expect((await sendRequest(site, '/')).headers.get('strict-transport-security')).toContain('max-age=');
});
