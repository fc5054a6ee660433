import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { inject } from 'vitest';
import { SERVICE_WORKER_BLOCKED } from '../screens/screen-browser.ts';
import { createStoredSession } from '../support/create-stored-session.ts';
import { waitForMailedCode, type TestPerson } from '../support/people.ts';
import type { TestApp } from '../support/test-app.ts';
import { until } from '../support/until.ts';

/** A user in a browser context of its own. */
export interface TestBrowser extends AsyncDisposable {
  page: Page;
  /** Console errors and warnings, and uncaught errors of pages. */
  consoleProblems: string[];
}

/**
 * Options of every context. The usual form of the suite has no motion: endless animations take a fifth of a core for each page
 * without a graphics processor.
 */
export const contextDefaults = {
  reducedMotion: inject('form') === 'long' ? 'no-preference' : 'reduce',
} as const;

type TestBrowserOptions = Pick<
  BrowserContextOptions,
  'serviceWorkers' | 'storageState' | 'hasTouch' | 'javaScriptEnabled' | 'timezoneId' | 'locale'
>;

/** @param options service workers are blocked unless a test is about them: requests that they answer cannot be routed or delayed */
export async function openBrowser(
  browser: Browser,
  url: string,
  options: TestBrowserOptions = {},
): Promise<TestBrowser> {
  const viewport = { width: 1280, height: 900 };
  const context = await browser.newContext({
    ...contextDefaults,
    baseURL: url,
    viewport,
    serviceWorkers: 'block',
    locale: 'en-GB',
    ...options,
  });
  const page = await context.newPage();
  const problems: string[] = [];
  page.on('console', (line) => {
    const isProblem = line.type() === 'error' || line.type() === 'warning';
    if (isProblem && line.text() !== SERVICE_WORKER_BLOCKED)
      problems.push(`${line.text()} ${line.location().url}`);
  });
  page.on('pageerror', (error) => problems.push(error.message));
  return { page, consoleProblems: problems, [Symbol.asyncDispose]: () => context.close() };
}

export interface NewPerson {
  name: string;
  handle: string;
}

export const PASSWORD = 'correct horse battery';
export const emailOf = ({ handle }: NewPerson) => `${handle}@example.com`;

/** Signs a new user up: form, code from the mailbox, confirmation; ends on the home feed, signed in. */
export async function signUpByForm(page: Page, url: string, person: NewPerson): Promise<void> {
  await page.goto('/');
  await page.getByRole('link', { name: 'Join Now' }).first().click();
  await page.getByLabel('Name', { exact: true }).fill(person.name);
  await page.getByLabel('Email').fill(emailOf(person));
  await page.getByLabel('Username').fill(person.handle);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign Up' }).click();
  await page.getByRole('heading', { name: 'Confirm your Email' }).waitFor();
  await page.getByLabel('Confirmation Code').fill(await waitForMailedCode(url, emailOf(person)));
  await page.getByRole('button', { name: 'Confirm Email' }).click();
  await page.getByRole('heading', { name: 'Home' }).waitFor();
}

export async function signInByForm(page: Page, person: NewPerson): Promise<void> {
  await page.goto('/signin');
  await fillInSignIn(page, person);
}

/** Submits the sign-in form and waits for the home feed. */
export async function fillInSignIn(page: Page, person: NewPerson): Promise<void> {
  await page.getByLabel('Email').fill(emailOf(person));
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await page.getByRole('heading', { name: 'Home' }).waitFor();
}

/** Posts a crud by the button "Crud" and its popup. */
export async function postCrud(page: Page, text: string): Promise<void> {
  await page.getByRole('button', { name: 'Crud', exact: true }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox').fill(text);
  await dialog.getByRole('button', { name: 'Crud', exact: true }).click();
  await dialog.waitFor({ state: 'hidden' });
}

/** Presses the pill of the cruds that wait for the reader, if there is one. */
export async function showNewCruds(page: Page): Promise<void> {
  const pill = page.locator('[data-shows-new]');
  if (await pill.isVisible()) await pill.click();
}

/** Waits for a crud of another person in a feed that holds new ones back. */
export function waitForNewCrud(page: Page, text: string): Promise<true> {
  const hasArrived = async () => {
    await showNewCruds(page);
    return (await page.getByRole('article').getByText(text).count()) > 0;
  };
  return until(hasArrived, { what: `the feed has ${text}` });
}

/** Creates a user who is signed in in a browser context of its own, without a form, which is faster. */
export async function openSignedInBrowser(
  browser: Browser,
  app: TestApp,
  person: NewPerson,
): Promise<SignedInBrowser> {
  return openWithSession(browser, app, await app.signUp(person));
}

/** Opens a browser context that holds these tokens, on an empty page. */
export async function openBrowserOf(
  browser: Browser,
  app: TestApp,
  self: TestPerson,
  options: Parameters<typeof openBrowser>[2] = {},
): Promise<SignedInBrowser> {
  const storageState = {
    cookies: [],
    origins: [{ origin: app.url, localStorage: createStoredSession(self) }],
  };
  return { ...(await openBrowser(browser, app.url, { storageState, ...options })), self };
}

/** Opens a browser context that holds these tokens, on the home feed. */
export async function openWithSession(
  browser: Browser,
  app: TestApp,
  self: TestPerson,
): Promise<SignedInBrowser> {
  const person = await openBrowserOf(browser, app, self);
  await person.page.goto('/');
  await person.page.getByText('Live', { exact: true }).waitFor();
  return person;
}

export interface SignedInBrowser extends TestBrowser {
  self: TestPerson;
}
