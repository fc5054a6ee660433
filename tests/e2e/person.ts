import type { Browser, Page } from 'playwright-core';
import { mailedCode, type TestPerson } from '../support/people.ts';
import type { TestApp } from '../support/test-app.ts';

/** One person at one browser of their own. */
export interface Visitor extends AsyncDisposable {
  page: Page;
  /** What the console complained about, and pages that broke. */
  complaints: string[];
}

/** What the driver itself says where it keeps service workers away. */
export const BLOCKED = 'Service Worker registration blocked by Playwright';

/** @param serviceWorkers allowed where a test is about them: what they answer cannot be routed or delayed by a test */
export async function openBrowser(
  browser: Browser,
  url: string,
  serviceWorkers: 'allow' | 'block' = 'block',
): Promise<Visitor> {
  const viewport = { width: 1280, height: 900 };
  const context = await browser.newContext({ baseURL: url, viewport, serviceWorkers, locale: 'en-GB' });
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('console', (line) => {
    const isComplaint = line.type() === 'error' || line.type() === 'warning';
    if (isComplaint && line.text() !== BLOCKED) complaints.push(`${line.text()} ${line.location().url}`);
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  return { page, complaints, [Symbol.asyncDispose]: () => context.close() };
}

export interface NewPerson {
  name: string;
  handle: string;
}

export const PASSWORD = 'correct horse battery';
export const emailOf = ({ handle }: NewPerson) => `${handle}@example.com`;

/** Joins as a stranger does: sign up, the code from the mailbox, confirm; ends on the home feed, signed in. */
export async function join(page: Page, url: string, person: NewPerson): Promise<void> {
  await page.goto('/');
  await page.getByRole('link', { name: 'Join Now' }).first().click();
  await page.getByLabel('Name', { exact: true }).fill(person.name);
  await page.getByLabel('Email').fill(emailOf(person));
  await page.getByLabel('Username').fill(person.handle);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign Up' }).click();
  await page.getByRole('heading', { name: 'Confirm your Email' }).waitFor();
  await page.getByLabel('Confirmation Code').fill(await mailedCode(url, emailOf(person)));
  await page.getByRole('button', { name: 'Confirm Email' }).click();
  await page.getByRole('heading', { name: 'Home' }).waitFor();
}

export async function signInByForm(page: Page, person: NewPerson): Promise<void> {
  await page.goto('/signin');
  await page.getByLabel('Email').fill(emailOf(person));
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await page.getByRole('heading', { name: 'Home' }).waitFor();
}

/** Writes a crud by the button "Crud" and its popup. */
export async function post(page: Page, text: string): Promise<void> {
  await page.getByRole('button', { name: 'Crud', exact: true }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox').fill(text);
  await dialog.getByRole('button', { name: 'Crud', exact: true }).click();
  await dialog.waitFor({ state: 'hidden' });
}

/** Somebody new who is signed in at a browser of their own; signed up without it, which is quicker. */
export async function arrive(browser: Browser, app: TestApp, person: NewPerson): Promise<Arrived> {
  const self = await app.signUp(person);
  const visitor = await openBrowser(browser, app.url);
  await signInByForm(visitor.page, person);
  await visitor.page.getByText('Live', { exact: true }).waitFor();
  return { ...visitor, self };
}

export interface Arrived extends Visitor {
  self: TestPerson;
}
