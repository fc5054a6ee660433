import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { PAGE_DATA_ID, PAGE_STYLES_ID, type Activity, type PageRenderer } from '@cruddur/shared';
import { describe, expect, it } from 'vitest';
import * as realMaker from '../../../client/src/ssr/render-page.tsx';
import { createTestClock, systemClock } from '../../../server/src/domain/clock.ts';
import type { UseCases } from '../../../server/src/domain/use-case.ts';
import { openSite } from './rendered-site.ts';
import { sendRequest } from './test-http-app.ts';
import { activity, hostileUseCases, cursors, HOSTILE, person } from './sample-page.ts';

const POST = `/@bayko/status/${activity.uuid}`;

/** The attributes of a tag in the head, decoded as by a browser. */
function readMetaContent(text: string, name: string): string | undefined {
  const written = new RegExp(`<meta (?:property|name)="${name}" content="([^"]*)"`).exec(text)?.[1];
  return written
    ?.replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&');
}

describe('[PAINT-5] the card for sharing an address', () => {
  it('of a profile describes its user', async () => {
    await using site = await openSite();
    const { text } = await sendRequest(site, '/@bayko', { headers: { host: 'evil.example' } });
    expect(readMetaContent(text, 'og:title')).toBe(`${HOSTILE} (@bayko) on Cruddur`);
    expect(readMetaContent(text, 'og:description')).toBe(HOSTILE);
    expect(readMetaContent(text, 'og:type')).toBe('profile');
    expect(readMetaContent(text, 'og:url')).toBe('https://cruddur.example/@bayko');
    expect(readMetaContent(text, 'og:image')).toBe('https://cruddur.example/pictures/share.png');
    expect(readMetaContent(text, 'twitter:card')).toBe('summary_large_image');
    expect(text).not.toContain('evil.example');
  });

  it('of a crud has its text and its expiry', async () => {
    await using site = await openSite();
    const { text } = await sendRequest(site, POST);
    expect(readMetaContent(text, 'og:description')).toBe(HOSTILE);
    expect(readMetaContent(text, 'article:expiration_time')).toBe(activity.expires_at);
    expect(readMetaContent(text, 'robots')).toBe(
      `noarchive, unavailable_after: ${activity.expires_at ?? ''}`,
    );
  });

  it('shows the user’s own picture, and cuts long text between characters', async () => {
    const long = { ...activity, avatar_version: 3, message: '💥'.repeat(240) };
    const useCases: Partial<UseCases> = {
      singlePost: () => Promise.resolve({ cursors, data: { activity: long, replies: [] } }),
    };
    await using site = await openSite({ useCases });
    const { text } = await sendRequest(site, POST);
    expect(readMetaContent(text, 'og:image')).toBe(
      `https://cruddur.example/avatars/processed/${person.cognito_user_uuid}.jpg?v=3`,
    );
    expect(readMetaContent(text, 'twitter:card')).toBe('summary');
    expect(readMetaContent(text, 'og:description')).toBe(`${'💥'.repeat(199)}…`);
  });

  it('is that of the site everywhere else, and its picture exists', async () => {
    await using site = await openSite();
    expect(readMetaContent((await sendRequest(site, '/settings')).text, 'og:title')).toBe('Cruddur');
    const picture = await readFile(new URL('../../../client/public/pictures/share.png', import.meta.url));
    expect([picture.readUInt32BE(16), picture.readUInt32BE(20)]).toEqual([1200, 630]);
  });
});

describe('[PAINT-6] inline content of the page', () => {
  const hashOf = (content = '') => `'sha256-${createHash('sha256').update(content).digest('base64')}'`;

  it.each(['/', '/@bayko', POST, '/settings'])(
    'of %s is allowed by its hash and by nothing wider',
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

  it('allows no script that came in with the content', async () => {
    const script = 'steal(1)';
    const renderer: PageRenderer = {
      renderPage: () =>
        Promise.resolve({
          title: 'x',
          html: `<p><script>${script}</script></p>`,
          styles: '',
          screenModule: null,
        }),
      loadingShell: '',
    };
    await using site = await openSite({ renderer });
    const { text, headers } = await sendRequest(site, '/@bayko');
    const policy = headers.get('content-security-policy') ?? '';
    expect(text).toContain(`<script>${script}</script>`);
    expect(policy).not.toContain(hashOf(script));
    expect(policy).toContain(hashOf('theme()'));
  });

  it('carries its render data, and the styles of its elements separately', async () => {
    await using site = await openSite();
    const { text } = await sendRequest(site, POST);
    const block = new RegExp(`<script type="application/json" id="${PAGE_DATA_ID}">([^<]*)</script>`).exec(
      text,
    );
    expect(JSON.parse(block?.[1] ?? '')).toMatchObject({
      content: { kind: 'post', answer: { ok: true, cursors, data: { activity: { message: HOSTILE } } } },
    });
    const sheet = new RegExp(`<style id="${PAGE_STYLES_ID}">([^<]*)</style>`).exec(text)?.[1] ?? '';
    for (const [, place = ''] of text.matchAll(/data-style="(\d+)"/g))
      expect(sheet).toContain(`[data-style="${place}"]{`);
  });

  it('never inserts user text as markup', async () => {
    await using site = await openSite();
    for (const path of ['/@bayko', POST]) {
      const { text } = await sendRequest(site, path);
      expect(text).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
      expect(text).not.toContain('<script>alert');
      expect(text).not.toContain('<img');
    }
  });
});

it('[PAINT-7] a page with user text is stored by no cache', async () => {
  await using site = await openSite();
  const kept = async (path: string) => (await sendRequest(site, path)).headers.get('cache-control');
  expect(await kept('/@bayko')).toBe('no-store');
  expect(await kept(POST)).toBe('no-store');
  expect(await kept('/')).toBe('no-cache');
});

describe('[PAINT-8] text files', () => {
  it('are compressed in the encoding that the browser prefers, with a `Vary` header', async () => {
    await using site = await openSite();
    const file = await fetch(`${site.url}/static/js/main.abc.js`, {
      headers: { 'accept-encoding': 'gzip, br' },
    })
      // The content does not match its name, so it cannot be read; its headers can.
      .then(({ headers }) => headers);
    expect([file.get('content-encoding'), file.get('vary')]).toEqual(['br', 'Accept-Encoding, Origin']);
    expect(file.get('content-type')).toContain('text/javascript');
    expect(file.get('cache-control')).toContain('immutable');
    const plain = await sendRequest(site, '/static/js/main.abc.js', {
      headers: { 'accept-encoding': 'identity' },
    });
    expect(plain.text).toBe('plain');
  });

  it.each([
    ['gzip, deflate, br', 'br'],
    ['gzip, br;q=0', 'gzip'],
    ['identity', null],
    ['*;q=0', null],
  ])('include pages, for a client that accepts %s', async (accepted, encoding) => {
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
});

it.each([
  ['/@bayko', ['profile', 'some']],
  ['/signin', ['sign-in']],
  ['/signup', ['sign-up']],
  ['/confirm?email=a%40example.com', ['confirm']],
  ['/forgot', ['recover']],
])(
  '[PAINT-9] the chunk of %s is requested with the main script, and chunks named by the page are not repeated',
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

it('[PAINT-10] a page that cannot be rendered on the server is rendered by the client', async () => {
  const renderer: PageRenderer = {
    renderPage: () => Promise.reject(new Error('broken')),
    loadingShell: '<p>Soon</p>',
  };
  await using site = await openSite({ renderer });
  const { status, text } = await sendRequest(site, '/@bayko');
  expect(status).toBe(200);
  expect(text).toContain('<html data-client-rendered="frame"');
  expect(text).toContain('<p>Soon</p>');
  expect(text).toContain('<div id="root"></div>');
  expect(site.logLines.filter((line) => line.includes('could not be rendered'))).toEqual([
    expect.stringContaining('"reason":"broken"') as string,
  ]);
});

it('[PAINT-24] a crud that expires while its page is rendered is not sent', async () => {
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

it('[PAINT-10] private pages and the redirect of hosted pages are rendered by the client', async () => {
  await using site = await openSite();
  const clientRendered = async (path: string) =>
    /<html data-client-rendered="(\w+)"/.exec((await sendRequest(site, path)).text)?.[1];
  expect(await clientRendered('/messages')).toBe('frame');
  expect(await clientRendered('/?code=a&state=b')).toBe('frame');
  for (const path of ['/', '/signin']) expect(await clientRendered(path)).toBeUndefined();
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

it('[PAINT-16] an auth form submitted before hydration leads to its page', async () => {
  await using site = await openSite();
  const sent = await fetch(`${site.url}/signin?email=a%40example.com`, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ password: 'secret' }),
  });
  expect([sent.status, sent.headers.get('location')]).toEqual([303, '/signin?email=a%40example.com']);
});
