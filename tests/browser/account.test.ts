import { COOKIE_DAYS } from '@cruddur/shared';
import type { BrowserContext, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { holdRequests } from '../e2e/hold-requests.ts';
import { setUpE2e } from '../e2e/set-up-e2e.ts';
import { emailOf, openBrowser, PASSWORD, signInByForm } from '../e2e/test-browser.ts';
import { waitUntilFocused } from '../e2e/wait-until-focused.ts';
import { callPool, waitForMailedCode } from '../support/people.ts';
import { startTestApp } from '../support/test-app.ts';
import { until } from '../support/until.ts';
import { waitUntilHydrated } from '../support/wait-until-hydrated.ts';

const DAY_SECONDS = 86_400;
const HOUR_MS = 3_600_000;

describe('an account', () => {
  const e2e = setUpE2e();

  const home = (page: Page) => page.getByRole('heading', { name: 'Home' }).waitFor();
  const fillInSignIn = async (page: Page, email: string) => {
    await page.getByRole('heading', { name: 'Sign into' }).waitFor();
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByLabel('Password', { exact: true }).press('Enter');
  };

  it('with the cookie store, sessions and refreshes work from cookies', async () => {
    const env = { VITE_TOKEN_STORE: 'cookie', LOCAL_POOL_ACCESS_SECONDS: '3600' };
    await using app = await startTestApp({ env });
    const ann = { name: 'Ann Cookie', handle: 'ann_cookie' };
    await app.signUp(ann);
    await using visitor = await openBrowser(e2e.browser, app.url);
    const { page } = visitor;
    await signInByForm(page, ann);
    const now = performance.timeOrigin + performance.now();
    const cookies = await readOwnCookies(page.context());
    const token = (name: string) => cookies.find((cookie) => cookie.name.endsWith(`.${name}`));
    for (const name of ['accessToken', 'idToken', 'refreshToken']) {
      expect(token(name)).toMatchObject({ path: '/', secure: true, sameSite: 'Lax' });
      const days = ((token(name)?.expires ?? 0) - now / 1000) / DAY_SECONDS;
      expect(days).toBeCloseTo(COOKIE_DAYS, 1);
    }
    const stored = await page.evaluate(() => Object.keys(localStorage));
    expect(stored.filter((key) => key.startsWith('Cognito'))).toEqual([]);

    // By the product's clock the token is expired, and the refresh token in its cookie gets another.
    await app.advance(2 * HOUR_MS);
    await page.reload();
    await page.getByText('Nothing to see here yet').waitFor();
    const isRenewed = async () =>
      (await readOwnCookies(page.context())).find(({ name }) => name.endsWith('.accessToken'))?.value !==
      token('accessToken')?.value;
    await until(isRenewed, { what: 'the cookie holds another token' });
    // Of another program, which is not well formed, and of a device under a name that the library stores as it is.
    const device =
      token('accessToken')?.name.replace(/[^.]+\.accessToken$/, 'ann+x@example.com.deviceKey') ?? '';
    await page.evaluate((name) => {
      document.cookie = 'other=%zz; path=/';
      document.cookie = `${name}=1; path=/`;
    }, device);
    await page.getByRole('button', { name: /Ann Cookie/ }).click();
    await page.getByRole('button', { name: 'Sign Out' }).click();
    await page.getByRole('heading', { name: 'Join The Party' }).waitFor();
    expect(await readOwnCookies(page.context())).toEqual([]);
  });

  it('[ACCOUNT-8] a user whose username belongs to another user chooses another one, by keyboard alone', async () => {
    const { app } = e2e;
    const early = await app.signUp({ handle: 'early_bird' });
    const late = { name: 'Late Comer', handle: 'first_come' };
    const email = emailOf(late);
    const attributes = { name: late.name, email, preferred_username: late.handle };
    await callPool(app.url, 'SignUp', {
      Username: email,
      Password: PASSWORD,
      UserAttributes: Object.entries(attributes).map(([Name, Value]) => ({ Name, Value })),
    });
    const ConfirmationCode = await waitForMailedCode(app.url, email);
    await callPool(app.url, 'ConfirmSignUp', { Username: email, ConfirmationCode });
    const taken = app.store.db.updateTable('people').set({ handle: late.handle });
    await taken.where('sub', '=', early.sub).execute();

    await using visitor = await e2e.openBrowser();
    const { page } = visitor;
    await page.goto('/signin');
    await fillInSignIn(page, email);
    const dialog = page.getByRole('dialog', { name: 'Choose a username' });
    await dialog.getByText('@first_come is taken here, choose another username').waitFor();
    const field = dialog.getByLabel('Username');
    await page.keyboard.press('Escape');
    await field.focus();
    await page.keyboard.type('First_Come');
    await dialog.getByText('@first_come is taken here').waitFor({ state: 'hidden' });
    await dialog.getByText('@first_come is taken. Choose another one.').waitFor();
    await page.keyboard.press('Enter');
    await dialog.locator('.err').getByText('That username is taken, choose another').waitFor();
    await waitUntilFocused(field);
    await page.keyboard.press('Control+A');
    await page.keyboard.type('second_come');
    await dialog.getByText('@second_come is free.').waitFor();
    await page.keyboard.press('Enter');
    await dialog.waitFor({ state: 'hidden' });
    await page.getByText('@second_come').first().waitFor();
    expect(await page.evaluate(() => localStorage.getItem('handle'))).toBe('second_come');
  });

  it('[STAY-13] a member is redirected from the auth pages; one whose session was ended is led there from a screen for members, and back', async () => {
    const ivy = { name: 'Ivy Edge', handle: 'ivy_edge' };
    await using person = await e2e.openSignedInBrowser(ivy);
    const { page } = person;
    for (const gate of ['/signin', '/signup']) {
      await page.goto(gate);
      await home(page);
      expect(new URL(page.url()).pathname).toBe('/');
    }
    await page.goto('/settings');
    await page.getByRole('heading', { name: 'Where you’re signed in' }).waitFor();
    await person.self.callOk('endSession', { body: { all: true } });
    await page.waitForURL('/signin');
    await page.getByText('Your session has ended. Sign in to continue where you left off.').waitFor();
    await page.locator('.toast').waitFor({ state: 'detached' });
    await fillInSignIn(page, emailOf(ivy));
    await page.waitForURL('/settings');

    await page.evaluate(() => localStorage.clear());
    await page.goto('/signin');
    const other = await page.context().newPage();
    await signInByForm(other, ivy);
    await home(page);
  });

  it('[ACCOUNT-15] requesting a code keeps the focus; a reload keeps the email and the step, but neither code nor password; the way back to the page is kept', async () => {
    const { email } = await e2e.app.signUp();
    await using visitor = await e2e.openBrowser();
    const { page, consoleProblems } = visitor;
    await page.goto(`/confirm?email=unknown_edge@example.com`);
    await waitUntilHydrated(page);
    const resend = page.getByRole('button', { name: 'Resend Activation Code' });
    await resend.press('Enter');
    await page.getByRole('status').getByText('A new activation code').waitFor();
    expect(await resend.isDisabled()).toBe(true);
    await waitUntilFocused(resend);

    const code = page.getByLabel('Reset Password Code');
    const passwords = ['New Password', 'New Password Again'].map((label) =>
      page.getByLabel(label, { exact: true }),
    );
    await page.goto('/settings');
    await page.getByRole('link', { name: 'Forgot Password?' }).click();
    await page.waitForURL('/forgot');
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Email').press('Enter');
    await page.waitForURL(/step=code/);
    await waitUntilFocused(code);
    const mailed = await waitForMailedCode(e2e.app.url, email);
    for (const field of [code, ...passwords]) await field.fill(mailed);
    const release = await holdRequests(page, '**/static/js/**');
    await page.reload({ waitUntil: 'commit' });
    await page.getByText(`a code is on its way to ${email}`).waitFor();
    for (const field of [code, ...passwords]) expect(await field.inputValue()).toBe('');
    const kept = await page.evaluate(() => JSON.stringify([localStorage, sessionStorage, history.state]));
    expect(`${page.url()} ${kept}`).not.toContain(mailed);
    // The full Chromium sometimes ignores an `autofocus` of a page that it paints only once, and users click the field.
    await code.pressSequentially(mailed);
    release();
    await waitUntilHydrated(page);
    expect(await code.inputValue()).toBe(mailed);
    expect(await page.getByRole('button', { name: 'Send Another Code' }).isEnabled()).toBe(true);
    for (const field of passwords) await field.fill('another long one');
    await page.keyboard.press('Enter');
    await page.getByText('Your password has been successfully reset!').waitFor();
    await page.waitForURL((url) => !url.searchParams.has('step'));
    await page.reload();
    expect(await page.getByLabel('Email').inputValue()).toBe(email);
    // Before, the browser follows the link by itself, without the entry's state.
    await waitUntilHydrated(page);
    await page.getByRole('link', { name: 'Sign in!' }).click();
    await page.getByText('Sign in to open your settings.').waitFor();
    expect(consoleProblems).toEqual([]);
  });

  it('[MARK-7] a visitor’s like is set once after the sign-in, and not after leaving it', async () => {
    const author = await e2e.app.signUp();
    const mia = await e2e.app.signUp();
    const { uuid } = await author.callOk('createActivity', { body: { message: 'like me', ttl: '1-day' } });
    await using visitor = await e2e.openBrowser();
    const { page } = visitor;
    const post = `/@${author.handle}/status/${uuid}`;
    const like = page.getByRole('button', { name: /^Like/ });
    const hint = page.getByText('Sign in to like this crud.');
    await page.goto(post);
    await like.click();
    await page.waitForURL('/signin');
    await hint.waitFor();
    await page.goBack();
    await page.waitForURL(post);
    await page.getByRole('link', { name: 'Sign In' }).first().click();
    await page.waitForURL('/signin');
    expect(await hint.count()).toBe(0);
    await page.goto(post);
    await like.click();
    await hint.waitFor();
    await page.goto('/messages');
    await page.getByText('Sign in to read your messages.').waitFor();
    await page.goto(post);
    await like.click();
    await hint.waitFor();
    await page.getByRole('link', { name: 'Sign up!' }).click();
    await page
      .getByText('Sign up to like this crud. We’ll add your like once your email is confirmed.')
      .waitFor();
    await page.getByRole('link', { name: 'Sign in!' }).click();
    await fillInSignIn(page, mia.email);
    await page.getByText('Crud liked.').waitFor();
    await page.goto(post);
    await page.getByRole('button', { name: 'Like, 1', pressed: true }).click();
    await page.getByRole('button', { name: 'Like, 0', pressed: false }).waitFor();
    await page.reload();
    await page.getByRole('button', { name: 'Like, 0', pressed: false }).waitFor();
    expect(await page.evaluate(() => sessionStorage.getItem('visitor-intent'))).toBe(null);
  });
});

const readOwnCookies = async (context: BrowserContext) =>
  (await context.cookies()).filter(({ name }) => name.startsWith('CognitoIdentityServiceProvider'));
