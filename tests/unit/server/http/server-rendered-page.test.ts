import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { PAGE_DATA_ID, PAGE_STYLES_ID, type Activity, type PageRenderer } from '@cruddur/shared';
import { expect, it } from 'vitest';
import * as realMaker from '../../../../client/src/app/server/render-page.tsx';
import { createTestClock, systemClock } from '../../../../server/src/domain/clock.ts';
import type { UseCases } from '../../../../server/src/domain/use-case.ts';
import { openSite } from './rendered-site.ts';
import { sendRequest } from './test-http-app.ts';
import { activity, hostileUseCases, cursors, HOSTILE, person } from './sample-page.ts';

const POST = `/@bayko/status/${activity.uuid}`;

const ENTITIES: Record<string, string> = {
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
  '&amp;': '&',
};

/** The content of a tag in the head, decoded as by a browser. */
function readMetaContent(text: string, name: string): string | undefined {
  const written = new RegExp(`<meta (?:property|name)="${name}" content="([^"]*)"`).exec(text)?.[1];
  return written?.replace(/&[\w#]+;/g, (entity) => ENTITIES[entity] ?? entity);
}

/** The text of the element with this id. */
const readElement = (text: string, id: string) => new RegExp(`id="${id}">([^<]*)<`).exec(text)?.[1] ?? '';

it('the card of a profile describes its user, with addresses of the configured site', async () => {
  await using site = await openSite();
  const { text } = await sendRequest(site, '/@bayko', { headers: { host: 'evil.example' } });
  const card = {
    'og:title': `${HOSTILE} (@bayko) on Cruddur`,
    'og:description': HOSTILE,
    'og:type': 'profile',
    'og:url': 'https://cruddur.example/@bayko',
    'og:image': 'https://cruddur.example/pictures/share.png',
    'twitter:card': 'summary_large_image',
  };
  for (const [name, content] of Object.entries(card)) expect(readMetaContent(text, name)).toBe(content);
  expect(text).not.toContain('evil.example');
});

it('[POST-7] the card of a crud has the time left, its text, cut between characters, its expiry and its author’s picture', async () => {
  await using site = await openSite();
  const { text } = await sendRequest(site, POST);
  expect(readMetaContent(text, 'og:description')).toBe(`59 minutes left: ${HOSTILE}`);
  expect(readMetaContent(text, 'article:expiration_time')).toBe(activity.expires_at);
  expect(readMetaContent(text, 'robots')).toBe(`noarchive, unavailable_after: ${activity.expires_at ?? ''}`);
  const long = { ...activity, avatar_version: 3, message: '💥'.repeat(240) };
  const singlePost = () => Promise.resolve({ cursors, data: { activity: long, replies: [] } });
  await using other = await openSite({ useCases: { singlePost } });
  const { text: cut } = await sendRequest(other, POST);
  expect(readMetaContent(cut, 'og:image')).toBe(
    `https://cruddur.example/avatars/processed/${person.cognito_user_uuid}.jpg?v=3`,
  );
  expect(readMetaContent(cut, 'twitter:card')).toBe('summary');
  expect(readMetaContent(cut, 'og:description')).toBe(`59 minutes left: ${'💥'.repeat(182)}…`);
});

it('[POST-7] the card of a crud that lives for ever has no time', async () => {
  const endless = { ...activity, expires_at: null };
  const singlePost = () => Promise.resolve({ cursors, data: { activity: endless, replies: [] } });
  await using site = await openSite({ useCases: { singlePost } });
  expect(readMetaContent((await sendRequest(site, POST)).text, 'og:description')).toBe(HOSTILE);
});

it('the card of all other pages is that of the site, and its picture exists', async () => {
  await using site = await openSite();
  for (const path of ['/', '/settings'])
    expect(readMetaContent((await sendRequest(site, path)).text, 'og:title')).toBe('Cruddur');
  const picture = await readFile(new URL('../../../../client/public/pictures/share.png', import.meta.url));
  expect([picture.readUInt32BE(16), picture.readUInt32BE(20)]).toEqual([1200, 630]);
});

const hashOf = (content = '') => `'sha256-${createHash('sha256').update(content).digest('base64')}'`;

it.each(['/', '/@bayko', POST, '/settings'])(
  '[PAINT-6] inline content of the page of %s is allowed by its hash and by nothing wider',
  async (path) => {
    await using site = await openSite();
    const { text, headers } = await sendRequest(site, path);
    const policy = new Map(
      (headers.get('content-security-policy') ?? '').split(';').map((line) => {
        const [name = '', ...sources] = line.trim().split(' ');
        return [name, sources] as const;
      }),
    );
    const styles = [...text.matchAll(/<style[^>]*>([^<]*)<\/style>/g)].map((match) => hashOf(match[1]));
    const scripts = [...text.matchAll(/<script>([^<]*)<\/script>/g)].map((match) => hashOf(match[1]));
    expect(policy.get('style-src')).toEqual(["'self'", ...styles]);
    expect(policy.get('script-src')).toEqual(["'self'", ...scripts]);
    expect(scripts).toHaveLength(1);
    expect(policy.get('require-trusted-types-for')).toEqual(["'script'"]);
    expect(text).not.toMatch(/<[^>]* style=/);
  },
);

it('[PAINT-6] inline content of the page allows no script that came in with the content', async () => {
  const script = 'steal(1)';
  const html = `<p><script>${script}</script></p>`;
  const rendered = { title: 'x', html, styles: '', screenModule: null };
  const renderPage = () => Promise.resolve(rendered);
  await using site = await openSite({ renderer: { renderPage, loadingShell: '' } });
  const { text, headers } = await sendRequest(site, '/@bayko');
  const policy = headers.get('content-security-policy') ?? '';
  expect(text).toContain(`<script>${script}</script>`);
  expect(policy).not.toContain(hashOf(script));
  expect(policy).toContain(hashOf('theme()'));
});

it('[PAINT-6, PAINT-7] a page with user text carries it as data and never as markup, has its styles apart, and is stored by no cache', async () => {
  await using site = await openSite();
  for (const path of ['/@bayko', POST]) {
    const { text, headers } = await sendRequest(site, path);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(text).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
    expect(text).not.toMatch(/<script>alert|<img/);
  }
  const { text } = await sendRequest(site, POST);
  expect(JSON.parse(readElement(text, PAGE_DATA_ID))).toMatchObject({
    content: { kind: 'post', answer: { ok: true, cursors, data: { activity: { message: HOSTILE } } } },
  });
  const sheet = readElement(text, PAGE_STYLES_ID);
  for (const [, index = ''] of text.matchAll(/data-style="(\d+)"/g))
    expect(sheet).toContain(`[data-style="${index}"]{`);
});

it('text files are compressed in the encoding that the browser prefers, with a `Vary` header', async () => {
  await using site = await openSite();
  const read = (accepted: string) =>
    sendRequest(site, '/static/js/main.abc.js', { headers: { 'accept-encoding': accepted } });
  const { text, headers } = await read('gzip, br');
  expect([headers.get('content-encoding'), headers.get('vary')]).toEqual(['br', 'Accept-Encoding, Origin']);
  expect(headers.get('content-type')).toContain('text/javascript');
  expect(headers.get('cache-control')).toContain('immutable');
  expect([text, (await read('identity')).text]).toEqual(['compressed', 'plain']);
});

it.each([
  ['gzip, deflate, br', 'br'],
  ['gzip, br;q=0', 'gzip'],
  ['identity', null],
  ['*;q=0', null],
])('pages are compressed for a client that accepts %s', async (accepted, encoding) => {
  await using site = await openSite();
  const headers = { 'accept-encoding': accepted };
  const page = await fetch(site.url, { headers });
  expect([page.headers.get('content-encoding'), page.headers.get('vary')]).toEqual([
    encoding,
    'Origin, Accept-Encoding',
  ]);
  expect(await page.text()).toContain('Say it.. then forget it....');
  const head = await fetch(site.url, { headers, method: 'HEAD' });
  expect(await head.text()).toBe('');
  expect(head.headers.get('content-length')).toBe(page.headers.get('content-length'));
});

it.each([
  ['/@bayko', ['profile', 'some']],
  ['/signin', ['sign-in']],
  ['/signup', ['sign-up']],
  ['/confirm?email=a%40example.com', ['confirm']],
  ['/forgot', ['recover']],
])(
  'the chunk of %s is requested with the main script, and chunks named by the page are not repeated',
  async (path, names) => {
    await using site = await openSite();
    const { text } = await sendRequest(site, path);
    const program = /<template id="program">(.*?)<\/template>/s.exec(text)?.[1] ?? '';
    const links = [
      ...program.matchAll(/<link rel="modulepreload" fetchpriority="low" crossorigin href="([^"]+)" \/>/g),
    ].map(([, to]) => to);
    expect(links).toEqual(names.map((name) => `/static/js/${name}.js`));
  },
);

it('private pages, the redirect of hosted pages and a page that cannot be rendered on the server are rendered by the client', async () => {
  const renderPage: PageRenderer['renderPage'] = (url, ...more) =>
    url === '/@bayko' ? Promise.reject(new Error('broken')) : realMaker.renderPage(url, ...more);
  await using site = await openSite({ renderer: { renderPage, loadingShell: '<p>Soon</p>' } });
  for (const path of ['/messages', '/?code=a&state=b', '/@bayko']) {
    const { status, text } = await sendRequest(site, path);
    expect([status, text.includes('<html data-client-rendered="frame"')]).toEqual([200, true]);
    for (const part of ['<p>Soon</p>', '<div id="root"></div>']) expect(text).toContain(part);
  }
  for (const path of ['/', '/signin'])
    expect((await sendRequest(site, path)).text).not.toContain('data-client-rendered');
  expect(site.logLines.filter((line) => line.includes('could not be rendered'))).toEqual([
    expect.stringContaining('"reason":"broken"') as string,
  ]);
});

it('a crud that expires while its page is rendered is not sent', async () => {
  const clock = createTestClock(systemClock);
  const isAlive = ({ expires_at }: Activity) => Date.parse(expires_at ?? '') > clock.now().getTime();
  const { profilePage: readProfile } = hostileUseCases;
  const profilePage: UseCases['profilePage'] = async (call) => {
    const { data, ...rest } = await readProfile(call);
    return { ...rest, data: { ...data, activities: data.activities.filter(isAlive) } };
  };
  let renders = 0;
  const renderer: PageRenderer = {
    ...realMaker,
    renderPage(...request) {
      renders += 1;
      if (renders === 1) clock.advance(3_600_000);
      return realMaker.renderPage(...request);
    },
  };
  await using site = await openSite({ renderer, clock, useCases: { profilePage } });
  expect((await sendRequest(site, '/@bayko')).text).not.toContain(activity.uuid);
  expect(renders).toBe(2);
});

it('[PAINT-1] the auth pages are rendered with the settings that the page carries', async () => {
  const clientConfig = { oauth_domain: 'login.example.com', local_pool: true, local_mailbox: true };
  await using site = await openSite({ clientConfig });
  const signIn = (await sendRequest(site, '/signin')).text;
  expect(signIn).toContain('Continue with the hosted page');
  expect(signIn).toContain('<noscript><p>This page needs JavaScript.</p></noscript>');
  expect((await sendRequest(site, '/confirm')).text).toContain('the local mailbox');
  await using plain = await openSite();
  expect((await sendRequest(plain, '/signin')).text).not.toContain('hosted page');
  expect((await sendRequest(plain, '/confirm')).text).not.toContain('the local mailbox');
});

it('an auth form submitted before hydration leads to its page', async () => {
  await using site = await openSite();
  const form = { method: 'POST', redirect: 'manual', body: new URLSearchParams({ password: 'x' }) } as const;
  const sent = await fetch(`${site.url}/signin?email=a%40example.com`, form);
  expect([sent.status, sent.headers.get('location')]).toEqual([303, '/signin?email=a%40example.com']);
});
