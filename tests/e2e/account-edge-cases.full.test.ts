import { ERASED_NAME } from '@cruddur/shared';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { waitForMailedCode } from '../support/people.ts';
import { waitUntilHydrated } from '../support/wait-until-hydrated.ts';
import { until } from '../support/until.ts';
import { waitUntilFocused } from './wait-until-focused.ts';
import { holdRequests } from './hold-requests.ts';
import { emailOf, fillInSignIn, PASSWORD, signInByForm } from './test-browser.ts';
import { setUpE2e } from './set-up-e2e.ts';

const COMPOSER = 'send a direct message...';

describe('edge cases of an account', () => {
  const e2e = setUpE2e();

  const home = (page: Page) => page.getByRole('heading', { name: 'Home' }).waitFor();

  it('[ACCOUNT-13] a signed-in user is redirected from the sign-in and sign-up pages', async () => {
    const ivy = { name: 'Ivy Edge', handle: 'ivy_edge' };
    await using person = await e2e.openSignedInBrowser(ivy);
    const { page } = person;
    for (const gate of ['/signin', '/signup']) {
      await page.goto(gate);
      await home(page);
      expect(new URL(page.url()).pathname).toBe('/');
    }
    await page.evaluate(() => localStorage.clear());
    await page.goto('/signin');
    const other = await page.context().newPage();
    await signInByForm(other, ivy);
    await home(page);
  });

  it('[STAY-4] a sign-in without a connection shows the reason, and works once the connection is back', async () => {
    const pat = await e2e.app.signUp({ name: 'Pat Edge', handle: 'pat_edge' });
    await using visitor = await e2e.openBrowser();
    const { page } = visitor;
    await page.goto('/signin');
    await page.getByLabel('Email').fill(pat.email);
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.context().setOffline(true);
    await page.getByRole('button', { name: 'Sign In' }).click();
    await page.getByRole('alert').getByText('A network error has occurred.', { exact: true }).waitFor();
    await page.context().setOffline(false);
    // Changed, because an identical submit right after the first is ignored as a double press.
    await page.getByLabel('Password', { exact: true }).fill('');
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign In' }).click();
    await home(page);
  });

  it('[ACCOUNT-14] requesting a code keeps the focus, and a reload keeps the email', async () => {
    await using visitor = await e2e.openBrowser();
    const { page } = visitor;
    const email = emailOf({ name: 'Unknown', handle: 'unknown_edge' });
    await page.goto(`/confirm?email=${encodeURIComponent(email)}`);
    await waitUntilHydrated(page);
    const resend = page.getByRole('button', { name: 'Resend Activation Code' });
    await resend.press('Enter');
    await page.getByRole('status').getByText('A new activation code').waitFor();
    expect(await resend.isDisabled()).toBe(true);
    await waitUntilFocused(resend);

    await page.goto('/forgot');
    await waitUntilHydrated(page);
    await page.getByLabel('Email').fill(email);
    await page.keyboard.press('Enter');
    const code = page.getByLabel('Reset Password Code');
    await code.waitFor();
    await page.waitForURL(/email=unknown_edge/);
    await waitUntilFocused(code);
    await page.reload();
    await page.getByText(`a code is on its way to ${email}`).waitFor();
  });

  it('[ACCOUNT-15] a reload between code and new password keeps the step, but neither code nor password', async () => {
    const { email } = await e2e.app.signUp({ name: 'Max Edge', handle: 'max_edge' });
    await using visitor = await e2e.openBrowser();
    const { page, consoleProblems } = visitor;
    const code = page.getByLabel('Reset Password Code');
    const passwords = ['New Password', 'New Password Again'].map((label) =>
      page.getByLabel(label, { exact: true }),
    );
    const fields = [code, ...passwords];
    await page.goto(`/forgot?email=${encodeURIComponent(email)}`);
    await page.getByRole('button', { name: 'Send Recovery Code' }).click();
    await page.waitForURL(/step=code/);
    const mailed = await waitForMailedCode(e2e.app.url, email);
    for (const field of fields) await field.fill(mailed);

    const comes = await holdRequests(page, '**/static/js/**');
    await page.reload({ waitUntil: 'commit' });
    await page.getByText(`a code is on its way to ${email}`).waitFor();
    for (const field of fields) expect(await field.inputValue()).toBe('');
    const kept = await page.evaluate(() => JSON.stringify([localStorage, sessionStorage, history.state]));
    expect(`${page.url()} ${kept}`).not.toContain(mailed);
    // The full Chromium sometimes ignores an `autofocus` of a page that it paints only once, and users click the field.
    await code.pressSequentially(mailed);
    comes();
    await waitUntilHydrated(page);
    expect(await code.inputValue()).toBe(mailed);
    expect(await page.getByRole('button', { name: 'Send Another Code' }).isEnabled()).toBe(true);
    for (const field of passwords) await field.fill('another long one');
    await page.keyboard.press('Enter');
    await page.getByText('Your password has been successfully reset!').waitFor();
    await page.waitForURL((url) => !url.searchParams.has('step'));
    await page.reload();
    expect(await page.getByLabel('Email').inputValue()).toBe(email);
    expect(consoleProblems).toEqual([]);
  });

  it('[ACCOUNT-16] a confirmation in another browser shows its success and leads to the sign-in', async () => {
    const rae = { name: 'Rae Edge', handle: 'rae_edge' };
    await using here = await e2e.openBrowser();
    await here.page.goto('/signup');
    await waitUntilHydrated(here.page);
    await here.page.getByLabel('Name', { exact: true }).fill(rae.name);
    await here.page.getByLabel('Email').fill(emailOf(rae));
    await here.page.getByLabel('Username').fill(rae.handle);
    await here.page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await here.page.getByRole('button', { name: 'Sign Up' }).click();
    await here.page.waitForURL(/\/confirm/);

    await using there = await e2e.openBrowser();
    const { page } = there;
    await page.goto(`/confirm?email=${encodeURIComponent(emailOf(rae))}`);
    await waitUntilHydrated(page);
    await page.getByLabel('Confirmation Code').fill(await waitForMailedCode(e2e.app.url, emailOf(rae)));
    await page.getByRole('button', { name: 'Confirm Email' }).click();
    const notice = page.getByRole('status').filter({ hasText: 'Your email is confirmed.' });
    await notice.getByRole('button', { name: 'Sign In' }).click();
    await page.waitForURL(/\/signin\?email=rae_edge/);
    await fillInSignIn(page, rae);
  });

  it('[ACCOUNT-10] signing out in the settings announces that the draft is deleted, and deletes it', async () => {
    await using person = await e2e.openSignedInBrowser({ name: 'Una Edge', handle: 'una_edge' });
    const { page } = person;
    await page.getByRole('button', { name: 'Crud', exact: true }).first().click();
    await page.getByRole('dialog').getByRole('textbox').fill('never to be read');
    await page.goto('/settings');
    const everywhere = page.getByRole('button', { name: 'Sign out everywhere' });
    await everywhere.first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('You have an unsent draft. Signing out deletes it.').waitFor();
    await dialog.getByRole('button', { name: 'Sign out everywhere' }).click();
    await page.getByRole('link', { name: 'Join Now' }).first().waitFor();
    expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain('never to be read');
  });

  it('[STAY-12] a session ended elsewhere ends here at once, and the draft is kept', async () => {
    const eve = { name: 'Eve Edge', handle: 'eve_edge' };
    await using person = await e2e.openSignedInBrowser(eve);
    const { page } = person;
    const compose = async () => {
      await page.getByRole('button', { name: 'Crud', exact: true }).first().click();
      return page.getByRole('dialog').getByRole('textbox');
    };
    await (await compose()).fill('half a thought');
    await person.self.callOk('endSession', { body: { all: true } });
    await page.getByRole('link', { name: 'Join Now' }).first().waitFor();
    expect(await page.evaluate(() => localStorage.getItem('access_token'))).toBe(null);
    await signInByForm(page, eve);
    const field = await compose();
    await until(async () => (await field.inputValue()) === 'half a thought', { what: 'the draft is back' });
  });

  it('[STAY-13] a session ended elsewhere shows a notice in place, and signing in returns to the page; a sign-out here shows none', async () => {
    const lou = { name: 'Lou Edge', handle: 'lou_edge' };
    await using person = await e2e.openSignedInBrowser(lou);
    const { page } = person;
    const notice = page.getByRole('status').getByText('Your session as @lou_edge has ended.');
    await page.goto('/search?term=whales');
    await page.getByRole('searchbox').filter({ visible: true }).first().waitFor();
    await person.self.callOk('endSession', { body: { all: true } });
    await notice.waitFor();
    await page.getByRole('status').getByRole('button', { name: 'Sign In' }).click();
    await page.waitForURL('/signin');
    await notice.waitFor({ state: 'detached' });
    await page.getByLabel('Email').fill(emailOf(lou));
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign In' }).click();
    await page.waitForURL('/search?term=whales');
    await page.getByText('Welcome back, @lou_edge.').waitFor();
    await page.getByRole('link', { name: 'More', exact: true }).first().click();
    await page.getByRole('menuitem', { name: 'Sign Out' }).click();
    await page.getByRole('link', { name: 'Join Now' }).first().waitFor();
    expect(await notice.count()).toBe(0);
  });

  it('[STAY-13] a screen for members leads to the sign-in, which names the end of the session, without a toast', async () => {
    const kit = { name: 'Kit Edge', handle: 'kit_edge' };
    await using person = await e2e.openSignedInBrowser(kit);
    const { page } = person;
    await page.goto('/settings');
    await page.getByRole('heading', { name: 'Where you’re signed in' }).waitFor();
    await person.self.callOk('endSession', { body: { all: true } });
    await page.waitForURL('/signin');
    await page.getByText('Your session has ended. Sign in to continue where you left off.').waitFor();
    await page.locator('.toast').waitFor({ state: 'detached' });
    await page.getByLabel('Email').fill(emailOf(kit));
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign In' }).click();
    await page.waitForURL('/settings');
  });

  it('[MARK-7] a visitor’s like is set once after the sign-in, and not after leaving it', async () => {
    const mia = { name: 'Mia Edge', handle: 'mia_edge' };
    const author = await e2e.app.signUp({ handle: 'author_edge' });
    const body = { user_handle: author.handle, message: 'like me', ttl: '1-day' } as const;
    const { uuid } = await author.callOk('createActivity', { body });
    await e2e.app.signUp(mia);
    await using visitor = await e2e.openBrowser();
    const { page } = visitor;
    const post = `/@${author.handle}/status/${uuid}`;
    const like = page.getByRole('button', { name: /^Like/ });
    const signIn = async () => {
      await page.getByLabel('Email').fill(emailOf(mia));
      await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
      await page.getByRole('button', { name: 'Sign In' }).click();
    };
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
    await page.getByRole('link', { name: 'Sign up!' }).click();
    await hint.waitFor();
    await page.getByRole('link', { name: 'Sign in!' }).click();
    await page.getByRole('heading', { name: 'Sign into' }).waitFor();
    await signIn();
    await page.getByText('Crud liked.').waitFor();
    await page.goto(post);
    await page.getByRole('button', { name: 'Like, 1', pressed: true }).click();
    await page.getByRole('button', { name: 'Like, 0', pressed: false }).waitFor();
    await page.reload();
    await page.getByRole('button', { name: 'Like, 0', pressed: false }).waitFor();
    expect(await page.evaluate(() => sessionStorage.getItem('visitor-intent'))).toBe(null);
  });

  it('[ERASE-18] a deleted account has no composer; a user who merely has that name can be written to', async () => {
    await using ann = await e2e.openSignedInBrowser({ name: 'Ann Edge', handle: 'ann_edge' });
    const [gone, named] = await Promise.all([
      e2e.app.signUp({ handle: 'gone_edge' }),
      e2e.app.signUp({ handle: 'named_edge', name: ERASED_NAME }),
    ]);
    const { page } = ann;
    const open = async (handle: string) => {
      await ann.self.callOk('sendMessage', { body: { message: `Dear ${handle}`, handle } });
      await page.goto(`/messages/new/${handle}`);
      await page.waitForURL(/\/messages\/[0-9a-f-]{36}$/);
    };
    await open(named.handle);
    await page.getByRole('heading', { name: ERASED_NAME }).waitFor();
    await page.getByPlaceholder(COMPOSER).fill('You have a strange name');
    await page.keyboard.press('Enter');
    await page.getByRole('log').getByText('You have a strange name').waitFor();

    await open(gone.handle);
    await page.getByPlaceholder(COMPOSER).waitFor();
    await gone.callOk('deleteAccount', {});
    await page.getByText('This account was deleted and can’t receive messages.').waitFor();
    await page.getByRole('log').getByText('Dear gone_edge').waitFor();
    expect(await page.getByPlaceholder(COMPOSER).count()).toBe(0);
    await until(async () => (await page.getByRole('alert').count()) === 0, {
      what: 'no message is shown',
    });
  });

  it('[ERASE-20] an open profile of a deleted user shows that the account does not exist, with and without a crud', async () => {
    await using ben = await e2e.openSignedInBrowser({ name: 'Ben Edge', handle: 'ben_edge' });
    await using visitor = await e2e.openBrowser();
    const [quiet, deleted] = await Promise.all([
      e2e.app.signUp({ handle: 'quiet_edge' }),
      e2e.app.signUp({ handle: 'loud_edge' }),
    ]);
    await quiet.callOk('me', {});
    await deleted.callOk('createActivity', { body: { message: 'Loud words', ttl: '7-days' } });
    const seen = await ben.page.context().newPage();
    await seen.goto('/@quiet_edge');
    await seen.getByText('0 Cruds').waitFor();
    for (const page of [ben.page, visitor.page]) {
      await page.goto('/@loud_edge');
      await page.getByText('Loud words').waitFor();
    }
    await Promise.all([quiet.callOk('deleteAccount', {}), deleted.callOk('deleteAccount', {})]);
    for (const page of [seen, ben.page, visitor.page]) {
      await page.getByText('No one here by that name').waitFor();
      expect(await page.getByText('Loud words').count()).toBe(0);
      expect(await page.getByRole('link', { name: 'Message', exact: true }).count()).toBe(0);
    }
  });
});
