import { expect, it } from 'vitest';
import { holdRequests } from '../e2e/hold-requests.ts';
import { setUpE2e } from '../e2e/set-up-e2e.ts';
import { waitUntilHydrated } from '../support/wait-until-hydrated.ts';
import { fillInSignIn, postCrud, signInByForm } from '../e2e/test-browser.ts';

const e2e = setUpE2e();
const tokensOf = () => Object.keys(localStorage).filter((key) => /token|cognito/i.test(key));

it('where site data is blocked a profile hydrates, the search works, and a sign-in says how long it lasts', async () => {
  const ann = await e2e.app.signUp({ name: 'Ann Private', handle: 'ann_private' });
  await using visitor = await e2e.openBrowser();
  const { page } = visitor;
  await page.addInitScript(() => {
    for (const name of ['localStorage', 'sessionStorage', 'indexedDB', 'caches'])
      Object.defineProperty(window, name, {
        get() {
          throw new DOMException('blocked', 'SecurityError');
        },
      });
  });
  await page.goto(`/@${ann.handle}`);
  await waitUntilHydrated(page);
  await page.getByRole('link', { name: 'More', exact: true }).first().click();
  await page.getByRole('menuitem').first().waitFor();
  await page.goto('/signin');
  await page.getByText('This browser blocks site data').waitFor();
  await fillInSignIn(page, { name: 'Ann Private', handle: 'ann_private' });
  await postCrud(page, 'without any site data');
  await page.getByText('without any site data').first().waitFor();
  await page.getByRole('searchbox').first().fill('any site');
  await page.keyboard.press('Enter');
  await page.getByRole('article').filter({ hasText: 'without any site data' }).waitFor();
  expect(visitor.consoleProblems).toEqual([expect.stringContaining('kept in memory only')]);
});

it('on plain http a user signs in and posts, and what needs https says so', async () => {
  const bob = { name: 'Bob Lan', handle: 'bob_lan' };
  await e2e.app.signUp(bob);
  await using visitor = await e2e.openBrowser();
  const { page } = visitor;
  await page.addInitScript(() => {
    Object.defineProperty(window, 'isSecureContext', { value: false });
    Object.defineProperty(Crypto.prototype, 'randomUUID', { value: undefined });
    for (const name of ['clipboard', 'serviceWorker', 'locks', 'share', 'credentials'])
      Reflect.deleteProperty(Navigator.prototype, name);
    for (const name of ['PublicKeyCredential', 'PushManager', 'caches']) Reflect.deleteProperty(window, name);
  });
  await signInByForm(page, bob);
  await postCrud(page, 'from the local network');
  await page.getByText('from the local network').first().waitFor();
  await page.goto('/settings');
  await page.getByText('Passkeys need https').waitFor();
  await page.getByText('Notifications need https').waitFor();
});

it('[STAY-6] a slow sign-out shows the visitor at once and leaves the next user signed in', async () => {
  const [cy, dee] = [
    { name: 'Cy First', handle: 'cy_first' },
    { name: 'Dee Second', handle: 'dee_second' },
  ];
  await e2e.app.signUp(dee);
  await using first = await e2e.openSignedInBrowser(cy);
  const { page } = first;
  const release = await holdRequests(page, /\/api\/session\/end$/);
  await page.getByRole('button', { name: `@${cy.handle}` }).click();
  await page.getByRole('button', { name: 'Sign Out' }).click();
  await page.getByRole('heading', { name: 'Join The Party' }).waitFor();
  expect(await page.evaluate(tokensOf)).toEqual([]);
  await page
    .getByRole('link', { name: /^Sign In/ })
    .first()
    .click();
  await fillInSignIn(page, dee);
  await page.getByText('Live', { exact: true }).waitFor();
  const ended = page.waitForResponse(/\/api\/session\/end$/);
  release();
  await ended;
  await postCrud(page, 'still signed in');
  await page.getByText('still signed in').first().waitFor();
});

it('[STAY-6] a sign-out before the session is loaded shows the visitor at once and tells the server afterwards', async () => {
  const eli = { name: 'Eli Slow', handle: 'eli_slow' };
  await using slow = await e2e.openSignedInBrowser(eli);
  const { page } = slow;
  const release = await holdRequests(page, /\/person\.[^/]+\.js$/);
  await page.reload({ waitUntil: 'commit' });
  await page.getByRole('button', { name: `@${eli.handle}` }).click();
  await page.getByRole('button', { name: 'Sign Out' }).click();
  await page.getByRole('heading', { name: 'Join The Party' }).waitFor();
  const ended = page.waitForResponse(/\/api\/session\/end$/);
  release();
  expect((await ended).status()).toBe(200);
  expect(await page.evaluate(tokensOf)).toEqual([]);
});

/** What the translation of a browser does: it puts each text into elements of its own, also those that come later. */
function translate(): void {
  const wrap = (node: Node) => {
    const walker = document.createTreeWalker(node, NodeFilter.SHOW_TEXT);
    const texts: Text[] = [];
    while (walker.nextNode()) texts.push(walker.currentNode as Text);
    for (const text of texts) {
      const { parentElement } = text;
      if (
        !parentElement ||
        parentElement.closest('x-translated, textarea, script, style') ||
        !text.data.trim()
      )
        continue;
      const [outer, inner] = [document.createElement('x-translated'), document.createElement('x-translated')];
      inner.textContent = text.data;
      outer.append(inner);
      text.replaceWith(outer);
    }
  };
  wrap(document.body);
  new MutationObserver((changes) => {
    for (const { addedNodes } of changes) addedNodes.forEach((node) => node.isConnected && wrap(node));
  }).observe(document.body, { subtree: true, childList: true });
}

it('a page that the browser has translated sends a crud, a reply and a message, saves a profile, and refuses a password', async () => {
  const eve = { name: 'Eve Foreign', handle: 'eve_foreign' };
  const bob = await e2e.app.signUp({ name: 'Bob Foreign', handle: 'bob_foreign' });
  await e2e.app.signUp(eve);
  await using visitor = await e2e.openBrowser();
  const { page } = visitor;
  await page.goto('/signin');
  await waitUntilHydrated(page);
  await page.evaluate(translate);
  await page.getByLabel('Email').fill('eve_foreign@example.com');
  await page.getByLabel('Password', { exact: true }).fill('not this one');
  await page.getByRole('button', { name: 'Sign In' }).click();
  await page.getByRole('alert').getByText('Incorrect').waitFor();
  await fillInSignIn(page, eve);
  await postCrud(page, 'translated crud');
  const crud = page.getByRole('article').filter({ hasText: 'translated crud' });
  await crud.first().waitFor();
  await crud
    .first()
    .getByRole('button', { name: /^Reply/ })
    .click();
  await page.getByRole('dialog').getByRole('textbox').fill('translated reply');
  await page.getByRole('dialog').getByRole('button', { name: 'Reply' }).click();
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
  await page.getByRole('link', { name: 'Profile' }).first().click();
  await page.getByRole('button', { name: 'Edit Profile' }).click();
  await page.getByLabel('Display Name').fill('Eve Translated');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
  await page.goto(`/messages/new/${bob.handle}`);
  await page.evaluate(translate);
  await page.getByPlaceholder('send a direct message...').fill('translated message');
  await page.keyboard.press('Enter');
  await page.getByText('translated message').first().waitFor();
  expect(await page.getByText('Unexpected Application Error!').count()).toBe(0);
  expect(visitor.consoleProblems.filter((line) => !line.includes('400'))).toEqual([]);
});
