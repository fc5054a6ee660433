import { COOKIE_DAYS } from '@cruddur/shared';
import type { BrowserContext } from 'playwright-core';
import { expect, test } from 'vitest';
import { getSharedChromium } from '../support/services/chromium.ts';
import { startTestApp } from '../support/test-app.ts';
import { until } from '../support/until.ts';
import { openBrowser, signInByForm } from './test-browser.ts';

const ANN = { name: 'Ann Cookie', handle: 'ann_cookie' };
const DAY_SECONDS = 86_400;
const HOUR_MS = 3_600_000;

const readOwnCookies = async (context: BrowserContext) =>
  (await context.cookies()).filter(({ name }) => name.startsWith('CognitoIdentityServiceProvider'));

test('[ACCOUNT-11] with the cookie store, sessions and refreshes work from cookies', async () => {
  await using app = await startTestApp({
    env: { VITE_TOKEN_STORE: 'cookie', LOCAL_POOL_ACCESS_SECONDS: '3600' },
  });
  const browser = await getSharedChromium();
  await app.signUp(ANN);
  await using visitor = await openBrowser(browser, app.url);
  const { page } = visitor;
  const context = page.context();
  await signInByForm(page, ANN);
  const before = performance.timeOrigin + performance.now();

  const cookies = await readOwnCookies(context);
  const token = (name: string) => cookies.find((cookie) => cookie.name.endsWith(`.${name}`));
  for (const name of ['accessToken', 'idToken', 'refreshToken']) {
    expect(token(name)).toMatchObject({ path: '/', secure: true, sameSite: 'Lax' });
    const days = ((token(name)?.expires ?? 0) - before / 1000) / DAY_SECONDS;
    expect(days).toBeCloseTo(COOKIE_DAYS, 1);
  }
  const stored = await page.evaluate(() => Object.keys(localStorage));
  expect(stored.filter((key) => key.startsWith('Cognito'))).toEqual([]);

  await page.reload();
  await page.getByRole('heading', { name: 'Home' }).waitFor();
  // By the product's clock the token is expired, and the refresh token in its cookie gets another.
  await app.advance(2 * HOUR_MS);
  await page.reload();
  await page.getByText('Nothing to see here yet').waitFor();
  const renewed = async () =>
    (await readOwnCookies(context)).find(({ name }) => name.endsWith('.accessToken'))?.value !==
    token('accessToken')?.value;
  await until(renewed, { what: 'the cookie holds another token' });

  await page.getByRole('button', { name: /Ann Cookie/ }).click();
  await page.getByRole('button', { name: 'Sign Out' }).click();
  await page.getByRole('heading', { name: 'Join The Party' }).waitFor();
  const left = async () => (await readOwnCookies(context)).filter(({ name }) => name.endsWith('Token'));
  expect(await left()).toEqual([]);
});
