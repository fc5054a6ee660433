import { describe, expect, it } from 'vitest';
import { waitUntilHydrated } from '../support/wait-until-hydrated.ts';
import { holdRequests } from './hold-requests.ts';
import { setUpE2e } from './set-up-e2e.ts';
import { emailOf, PASSWORD } from './test-browser.ts';

describe('an auth page before hydration', () => {
  const e2e = setUpE2e();

  it.each(['Enter', 'a press'])('keeps typed text and %s after it', async (by) => {
    const eve = await e2e.app.signUp();
    await using visitor = await e2e.openBrowser();
    const { page } = visitor;
    const release = await holdRequests(page, '**/static/js/**');
    await page.goto('/signin', { waitUntil: 'commit' });
    const password = page.getByLabel('Password', { exact: true });
    await page.getByLabel('Email').fill(eve.email);
    await password.pressSequentially(PASSWORD);
    const button = page.getByRole('button', { name: 'Sign In' });
    await (by === 'Enter' ? password.press('Enter') : button.click());
    await button.and(page.locator('[aria-busy=true]')).waitFor();
    release();
    await page.getByRole('heading', { name: 'Home' }).waitFor();
    expect(visitor.consoleProblems).toEqual([]);
  });

  it('keeps typed text and focus in a field that an extension has changed, and rebuilds no other', async () => {
    const eve = await e2e.app.signUp({ name: 'Eve Second', handle: 'eve_second_gate' });
    await using visitor = await e2e.openBrowser();
    const { page } = visitor;
    const release = await holdRequests(page, '**/static/js/**');
    await page.goto('/signin', { waitUntil: 'commit' });
    const [email, password] = [page.getByLabel('Email'), page.getByLabel('Password', { exact: true })];
    await password.fill(PASSWORD);
    await email.pressSequentially(emailOf({ name: '', handle: eve.handle }));
    const passwordBefore = await password.elementHandle();
    await email.evaluate((input) => {
      const icon = document.createElement('div');
      icon.dataset.extension = 'icon';
      input.before(icon);
    });
    release();
    await waitUntilHydrated(page);
    await email.and(page.locator(':focus')).waitFor();
    expect(await email.inputValue()).toBe(emailOf({ name: '', handle: eve.handle }));
    expect(await passwordBefore.evaluate((input) => input.isConnected)).toBe(true);
    await page.getByRole('button', { name: 'Sign In' }).click();
    await page.getByRole('heading', { name: 'Home' }).waitFor();
    expect(visitor.consoleProblems).toEqual([]);
  });

  it('puts no value into the address, in whichever way it is submitted', async () => {
    await using visitor = await e2e.openBrowser();
    const { page } = visitor;
    await holdRequests(page, '**/static/js/**');
    for (const path of [
      ...['/signin', '/signup', '/confirm', '/forgot'],
      '/forgot?email=eve%40example.com&step=code',
    ]) {
      await page.goto(path, { waitUntil: 'commit' });
      await page.locator('.card h1').waitFor();
      for (const button of await page.locator('.card .btn').all())
        expect(await button.isDisabled(), path).toBe(true);
      const inputs = page.locator('.card input:visible');
      for (const input of await inputs.all()) await input.fill('483920');
      await inputs.last().press('Enter');
      expect(await inputs.last().inputValue(), path).toBe('483920');
      // As browser extensions do, without a button.
      const again = page.waitForEvent('framenavigated');
      await page.locator('.card').evaluate((form: HTMLFormElement) => form.submit());
      await again;
      expect(page.url()).toBe(`${e2e.app.url}${path}`);
    }
  });
});
