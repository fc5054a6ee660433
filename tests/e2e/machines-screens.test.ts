import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { findAccessibilityViolations } from '../support/find-accessibility-violations.ts';
import { until } from '../support/until.ts';
import { readActiveStates } from './machines-page-helpers.ts';
import { recordRequests } from './record-requests.ts';
import { setUpE2e } from './set-up-e2e.ts';

/** The parts of the page: the product's screen, and the controls of the copy that drives it. */
interface TryPage {
  page: Page;
  screen: Locator;
  /** Presses a control of the copy. */
  press: (name: string) => Promise<void>;
  /** Brings the copy to a state. */
  goTo: (state: string) => Promise<void>;
  /** Waits until the chart shows these innermost states. */
  waitForStates: (...states: string[]) => Promise<unknown>;
}

const PASSWORD = 'a long enough password';

describe('the screens next to the charts', () => {
  const e2e = setUpE2e();

  /** Runs a check of a machine's screen, which may cause no request, no navigation, no storage and no error. */
  async function onScreen(machine: string, check: (parts: TryPage) => Promise<void>): Promise<void> {
    await using browser = await e2e.openBrowser();
    const { page } = browser;
    await page.goto(`/machines?machine=${machine}&view=try`);
    const screen = page.getByRole('region', { name: 'Screen' });
    await screen.getByRole('button').first().waitFor();
    await page.waitForLoadState('networkidle');
    const before = await readSurroundings(page);
    const requests = recordRequests(page);
    const controls = page.getByRole('region', { name: 'Try it' });
    await check({
      page,
      screen,
      press: (name) => controls.getByRole('button', { name, exact: true }).click(),
      goTo: (state) => page.getByRole('button', { name: state, exact: true }).click(),
      waitForStates: (...states) =>
        until(async () => (await readActiveStates(page)).join() === states.join(), {
          what: `the chart shows ${states.join()}`,
        }),
    });
    expect(requests.filter((url) => !url.includes('/api/machines'))).toEqual([]);
    expect(await readSurroundings(page)).toEqual(before);
    expect(page.context().pages()).toHaveLength(1);
    expect(browser.consoleProblems).toEqual([]);
  }

  it('[MACHINES-51] the sign-in is driven from its screen and from its chart', () =>
    onScreen('sign-in', async ({ screen, press, goTo, waitForStates }) => {
      const submit = screen.getByRole('button', { name: 'Sign In', exact: true });
      const alert = screen.getByRole('alert');
      await screen.getByLabel('Email').fill('ines@example.com');
      await screen.getByLabel('Password', { exact: true }).fill(PASSWORD);
      await submit.click();
      await waitForStates('submitting');
      expect(await submit.getAttribute('aria-busy')).toBe('true');
      await press('a wrong password');
      await waitForStates('resting');
      expect(await alert.innerText()).toBe('Incorrect email or password');
      await press('Until throttle');
      await screen.getByLabel('Password', { exact: true }).fill('another password');
      await waitForStates('editing');
      expect(await alert.count()).toBe(0);
      await submit.click();
      await press('signed in');
      await press('the session is open');
      await waitForStates('done');
      await screen.getByText('The product opens / now.').waitFor();

      await screen.getByRole('link', { name: 'Forgot Password?' }).click();
      await goTo('form.failed.ready');
      await screen.getByRole('link', { name: 'Sign up!' }).press('Enter');
      await screen.getByText('This link opens /signup in the product.').waitFor();
      await screen.getByRole('link', { name: 'username is required to signIn' }).click();
      expect(await screen.getByLabel('Email').evaluate((field) => field === document.activeElement)).toBe(
        true,
      );
      await goTo('submitting');
      expect(await submit.getAttribute('aria-busy')).toBe('true');
      expect(await screen.getByLabel('Password', { exact: true }).inputValue()).toBe(PASSWORD);
      await goTo('toConfirm');
      await screen.getByText('The product opens /confirm?email=ines%40example.com now.').waitFor();
    }));

  it('[MACHINES-51] the confirmation is driven from its screen and from its chart', () =>
    onScreen('confirm', async ({ screen, press, goTo, waitForStates }) => {
      const submit = screen.getByRole('button', { name: 'Confirm Email' });
      const alert = screen.getByRole('alert');
      await submit.click();
      await waitForStates('resting', 'unsent');
      expect(await alert.innerText()).toContain('Enter the code from the email');
      await press('Until throttle');
      await screen.getByLabel('Email').fill('ines@example.com');
      await screen.getByLabel('Confirmation Code').fill('123456');
      await submit.click();
      await waitForStates('confirming', 'unsent');
      expect(await submit.getAttribute('aria-busy')).toBe('true');
      await press('confirmed');
      await press('signed in');
      await waitForStates('home', 'unsent');
      await screen.getByText('The product opens / now.').waitFor();

      await goTo('resend.sent');
      const resend = screen.getByRole('button', { name: /^Resend Activation Code/ });
      await screen.getByText('A new activation code has been sent to your email').waitFor();
      expect(await resend.innerText()).toContain('1:00');
      await press('1 s');
      await until(async () => (await resend.innerText()).includes('0:59'), {
        what: 'the screen follows the clock of the copy',
      });
      await goTo('email.confirming');
      expect(await submit.getAttribute('aria-busy')).toBe('true');
      await press('a wrong code');
      await alert.getByText('Invalid verification code provided, please try again.').waitFor();
      expect(await screen.getByLabel('Confirmation Code').inputValue()).toBe('123456');
    }));

  it('[MACHINES-51] the recovery is driven from its screen and from its chart', () =>
    onScreen('recovery', async ({ screen, press, goTo, waitForStates }) => {
      const alert = screen.getByRole('alert');
      await screen.getByLabel('Email').fill('ines@example.com');
      await screen.getByRole('button', { name: 'Send Recovery Code' }).click();
      await press('a code is sent');
      await waitForStates('editing', 'waiting');
      await screen.getByText('/forgot?email=ines%40example.com&step=code').waitFor();
      const submit = screen.getByRole('button', { name: 'Reset Password' });
      await submit.click();
      await waitForStates('ready', 'waiting');
      expect(await alert.innerText()).toContain('Enter the code from the email');
      await screen.getByLabel('Reset Password Code').fill('123456');
      await screen.getByLabel('New Password', { exact: true }).fill(PASSWORD);
      await screen.getByLabel('New Password Again').fill(PASSWORD);
      await submit.click();
      await waitForStates('resetting', 'waiting');
      expect(await submit.getAttribute('aria-busy')).toBe('true');
      await press('the password is changed');
      await waitForStates('success');
      await screen.getByText('Your password has been successfully reset!').waitFor();

      await goTo('send_code.failed.ready');
      expect(await alert.innerText()).toBe('Enter your email');
      await goTo('confirm_code.password.resetting');
      expect(await submit.getAttribute('aria-busy')).toBe('true');
      await goTo('success');
      await screen.getByRole('link', { name: 'Proceed to Signin' }).click({ button: 'middle' });
      await screen.getByText('This link opens /signin?email=ines%40example.com in the product.').waitFor();
    }));

  it('[MACHINES-51] the composer is driven from its screen and from its chart', () =>
    onScreen('compose', async ({ page, screen, press, goTo, waitForStates }) => {
      const dialog = screen.getByRole('dialog', { name: 'New crud' });
      const text = dialog.getByRole('textbox', { name: 'Your crud' });
      const submit = dialog.getByRole('button', { name: 'Crud' });
      await screen.getByRole('button', { name: 'Crud' }).click();
      await waitForStates('editing');
      expect(await text.evaluate((field) => field === document.activeElement)).toBe(true);
      // Suggestions would be requested for a mention.
      await page.keyboard.type('Hello @ines');
      await dialog.getByText('3 hours').click();
      expect(await dialog.getByRole('radio', { name: '3 hours' }).isChecked()).toBe(true);
      await submit.click();
      await waitForStates('submitting');
      expect(await submit.getAttribute('aria-busy')).toBe('true');
      await press('refused as too long');
      await waitForStates('failed');
      await dialog.getByRole('alert').waitFor();
      await text.press('Escape');
      await waitForStates('closed');
      expect(await dialog.count()).toBe(0);

      await press('open it');
      await waitForStates('editing');
      expect(await text.inputValue()).toBe('Hello @ines');
      await press('empty the text');
      await until(async () => (await text.inputValue()) === '', { what: 'the chart changes the text' });
      await goTo('open.failed');
      await dialog.getByRole('alert').waitFor();
      await goTo('open.submitting');
      expect(await submit.getAttribute('aria-busy')).toBe('true');
      await press('it is accepted');
      await waitForStates('closed');
      expect(await dialog.count()).toBe(0);
    }));

  it('[MACHINES-52] nothing on a screen takes focus or scrolls the page while focus is elsewhere', async () => {
    await using browser = await e2e.openBrowser();
    const { page } = browser;
    // The screen is below the chart.
    await page.setViewportSize({ width: 390, height: 844 });
    for (const [machine, states] of Object.entries({
      'sign-in': ['form.failed.ready', 'submitting'],
      confirm: ['email.unconfirmed.failed.resting'],
      recovery: ['confirm_code.password.editing', 'confirm_code.password.failed.ready', 'success'],
      compose: ['open.editing', 'open.failed', 'closed'],
    })) {
      await page.goto(`/machines?machine=${machine}&view=try`);
      await page.getByRole('region', { name: 'Screen' }).getByRole('button').first().waitFor();
      for (const state of states) {
        const button = page.getByRole('button', { name: state, exact: true });
        await button.focus();
        const scrolled = await page.evaluate(() => scrollY);
        await page.keyboard.press('Enter');
        await until(async () => (await button.getAttribute('aria-current')) === 'true', {
          what: `${machine} is in ${state}`,
        });
        // Effects and timers that could move focus have run after two frames.
        await page.evaluate(
          () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
        );
        expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe(state);
        expect(await page.evaluate(() => scrollY)).toBe(scrolled);
      }
    }
  });

  it('[MACHINES-52] the controls keep focus when the pressed one is removed', () =>
    onScreen('sign-in', async ({ page, press, goTo }) => {
      await goTo('submitting');
      await press('a wrong password');
      expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('Try it');
    }));

  it('[MACHINES-53] a screen has no second id, and axe reports no violation', async () => {
    await using browser = await e2e.openBrowser();
    const { page } = browser;
    for (const [machine, state] of [
      ['sign-in', 'form.failed.ready'],
      ['confirm', 'resend.sent'],
      ['recovery', 'confirm_code.password.failed.ready'],
      ['compose', 'open.failed'],
    ] as const) {
      await page.goto(`/machines?machine=${machine}&view=try&state=${state}`);
      await page.getByRole('region', { name: 'Screen' }).getByRole('button').first().waitFor();
      expect(await findAccessibilityViolations(page), machine).toEqual([]);
      const ids = await page.locator('[id]').evaluateAll((elements) => elements.map(({ id }) => id));
      expect(new Set(ids).size).toBe(ids.length);
    }
  });
});

/** What a screen must leave as it is: the address, the history and the browser's storage. */
const readSurroundings = (page: Page) =>
  page.evaluate(() => ({
    address: location.href,
    entries: history.length,
    stored: [localStorage, sessionStorage].map((storage) => JSON.stringify(storage)),
    cookies: document.cookie,
  }));
