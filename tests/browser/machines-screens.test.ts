import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { readActiveStates } from '../e2e/machines-page-helpers.ts';
import { recordRequests } from '../e2e/record-requests.ts';
import { setUpE2e } from '../e2e/set-up-e2e.ts';
import { findAccessibilityViolations } from '../support/find-accessibility-violations.ts';
import { until } from '../support/until.ts';

/** The parts of the page: the product's screen, and the controls of the copy that drives it. */
interface TryPage {
  page: Page;
  screen: Locator;
  /** Presses a control of the copy. */
  press: (name: string) => Promise<void>;
  /** Brings the copy to a state, by keyboard: nothing on the screen takes the focus or scrolls the page. */
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
    // The screen is below the chart.
    await page.setViewportSize({ width: 390, height: 844 });
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
      goTo: (state) => goToByKey(page, state),
      waitForStates: (...states) =>
        until(async () => (await readActiveStates(page)).join() === states.join(), {
          what: `the chart shows ${states.join()}`,
        }),
    });
    expect(await findAccessibilityViolations(page)).toEqual([]);
    const ids = await page.locator('[id]').evaluateAll((elements) => elements.map(({ id }) => id));
    expect(new Set(ids).size).toBe(ids.length);
    expect(requests.filter((url) => !url.includes('/api/machines'))).toEqual([]);
    expect(await readSurroundings(page)).toEqual(before);
    expect(page.context().pages()).toHaveLength(1);
    expect(browser.consoleProblems).toEqual([]);
  }

  it('the sign-in is driven from its screen and from its chart', () =>
    onScreen('sign-in', async ({ page, screen, press, goTo, waitForStates }) => {
      const email = screen.getByLabel('Email');
      const password = screen.getByLabel('Password', { exact: true });
      const submit = screen.getByRole('button', { name: 'Sign In', exact: true });
      const alert = screen.getByRole('alert');
      await email.fill('ines@example.com');
      await password.fill(PASSWORD);
      await submit.click();
      await waitForStates('submitting');
      expect(await submit.getAttribute('aria-busy')).toBe('true');
      await press('a wrong password');
      await waitForStates('resting');
      // The controls keep the focus when the pressed one is removed.
      await page.locator('[aria-label="Try it"]:focus').waitFor();
      expect(await alert.innerText()).toBe('Incorrect email or password');
      await press('Until throttle');
      await password.fill('another password');
      await waitForStates('editing');
      expect(await alert.count()).toBe(0);
      await submit.click();
      await press('signed in');
      await press('the session is open');
      await waitForStates('done');
      await screen.getByText('The product opens / now.').waitFor();

      await goTo('form.failed.ready');
      await screen.getByRole('link', { name: 'Sign up!' }).press('Enter');
      await screen.getByText('This link opens /signup in the product.').waitFor();
      await screen.getByRole('link', { name: 'username is required to signIn' }).click();
      await email.and(page.locator(':focus')).waitFor();
      await goTo('submitting');
      expect(await submit.getAttribute('aria-busy')).toBe('true');
      expect(await password.inputValue()).toBe(PASSWORD);
      await goTo('toConfirm');
      await screen.getByText('The product opens /confirm?email=ines%40example.com now.').waitFor();
      await goTo('form.failed.ready');
    }));

  it('the confirmation is driven from its screen and from its chart', () =>
    onScreen('confirm', async ({ screen, press, goTo, waitForStates }) => {
      await screen.getByLabel('Email').fill('ines@example.com');
      await screen.getByLabel('Confirmation Code').fill('123456');
      await screen.getByRole('button', { name: 'Confirm Email' }).click();
      await waitForStates('confirming', 'unsent');
      await press('confirmed');
      await press('signed in');
      await waitForStates('home', 'unsent');
      await screen.getByText('The product opens / now.').waitFor();
      await goTo('email.confirming');
      await press('a wrong code');
      const alert = screen.getByRole('alert');
      await alert.getByText('Invalid verification code provided, please try again.').waitFor();
      await goTo('resend.sent');
      const resend = screen.getByRole('button', { name: /^Resend Activation Code/ });
      expect(await resend.innerText()).toContain('1:00');
      await press('1 s');
      await until(async () => (await resend.innerText()).includes('0:59'), {
        what: 'the screen follows the clock of the copy',
      });
    }));

  it('the recovery is driven from its screen and from its chart', () =>
    onScreen('recovery', async ({ screen, press, goTo, waitForStates }) => {
      await screen.getByLabel('Email').fill('ines@example.com');
      await screen.getByRole('button', { name: 'Send Recovery Code' }).click();
      await press('a code is sent');
      await waitForStates('editing', 'waiting');
      await screen.getByText('/forgot?email=ines%40example.com&step=code').waitFor();
      await screen.getByRole('button', { name: 'Reset Password' }).click();
      await waitForStates('ready', 'waiting');
      await goTo('send_code.failed.ready');
      expect(await screen.getByRole('alert').innerText()).toBe('Enter your email');
      await goTo('success');
      await screen.getByText('Your password has been successfully reset!').waitFor();
      await screen.getByRole('link', { name: 'Proceed to Signin' }).click({ button: 'middle' });
      await screen.getByText('This link opens /signin?email=ines%40example.com in the product.').waitFor();
      await goTo('confirm_code.password.failed.ready');
    }));

  it('the composer is driven from its screen and from its chart', () =>
    onScreen('compose', async ({ page, screen, press, goTo, waitForStates }) => {
      const dialog = screen.getByRole('dialog', { name: 'New crud' });
      const text = dialog.getByRole('textbox', { name: 'Your crud' });
      const submit = dialog.getByRole('button', { name: 'Crud' });
      await screen.getByRole('button', { name: 'Crud' }).click();
      await waitForStates('editing');
      await text.and(page.locator(':focus')).waitFor();
      // Suggestions would be requested for a mention.
      await page.keyboard.type('Hello @ines');
      await dialog.getByText('3 hours').click();
      expect(await dialog.getByRole('radio', { name: '3 hours' }).isChecked()).toBe(true);
      await submit.click();
      await waitForStates('submitting');
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
      await goTo('open.submitting');
      expect(await submit.getAttribute('aria-busy')).toBe('true');
      await press('it is accepted');
      await waitForStates('closed');
      expect(await dialog.count()).toBe(0);
      await goTo('open.failed');
    }));
});

async function goToByKey(page: Page, state: string): Promise<void> {
  const button = page.getByRole('button', { name: state, exact: true });
  await button.focus();
  const scrolled = await page.evaluate(() => scrollY);
  await page.keyboard.press('Enter');
  await button.and(page.locator('[aria-current=true]')).waitFor();
  // Effects and timers that could move focus have run after two frames.
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe(state);
  expect(await page.evaluate(() => scrollY)).toBe(scrolled);
}

/** What a screen must leave as it is: the address, the history and the browser's storage. */
const readSurroundings = (page: Page) =>
  page.evaluate(() => ({
    address: location.href,
    entries: history.length,
    stored: [localStorage, sessionStorage].map((storage) => JSON.stringify(storage)),
    cookies: document.cookie,
  }));
