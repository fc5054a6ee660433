import type { Page, Route } from 'playwright-core';
import { expect, it } from 'vitest';
import { setUpE2e } from '../e2e/set-up-e2e.ts';
import { waitUntilLive } from '../e2e/shared-tabs.ts';
import { postCrud, signInByForm } from '../e2e/test-browser.ts';
import { decodeClaims } from '../support/local-pool/people.ts';
import { until } from '../support/until.ts';

const ANN = { name: 'Ann Tabs', handle: 'ann_tabs' };
const TOKENS_LAST_S = 20;
/** Tokens are refreshed 5 s before they expire; one second less, for the time between their issue and the measurement. */
const MIN_BETWEEN_MS = 14_000;

const e2e = setUpE2e({ env: { LOCAL_POOL_ACCESS_SECONDS: String(TOKENS_LAST_S) } });

const readSignIn = async (page: Page) =>
  String(decodeClaims(await page.evaluate(() => localStorage.getItem('access_token') ?? '')).origin_jti);

/** The times at which the pool issued tokens for a sign-in, in milliseconds: each refresh stores a new refresh token. */
async function readIssued(signIn: string): Promise<number[]> {
  const tokens = e2e.app.store.poolDb.selectFrom('pool_refresh_tokens').select('issued_at');
  const rows = await tokens.where('origin_jti', '=', signIn).orderBy('issued_at').execute();
  return rows.map(({ issued_at }) => issued_at.getTime());
}

const untilIssued = (signIn: string, count: number) =>
  until(async () => (await readIssued(signIn)).length >= count, {
    what: `tokens are issued ${count} times`,
    timeoutMs: 25_000,
  });

it('ten tabs cause one refresh per expiry, also when the refreshing tab closes, and no socket closes', async () => {
  await e2e.app.signUp(ANN);
  await using visitor = await e2e.openBrowser();
  const context = visitor.page.context();
  const tabs = [visitor.page];
  let closedSockets = 0;
  const watch = (page: Page) =>
    page.on('websocket', (socket) => socket.on('close', () => (closedSockets += page.isClosed() ? 0 : 1)));
  watch(visitor.page);
  context.on('page', watch);
  const open = async (count: number) => {
    for (let opened = 0; opened < count; opened++) {
      const page = await context.newPage();
      await page.goto('/');
      await waitUntilLive(page);
      tabs.push(page);
    }
  };
  await signInByForm(visitor.page, ANN);
  const signIn = await readSignIn(visitor.page);
  await open(6);
  await untilIssued(signIn, 2);
  await open(3);
  await untilIssued(signIn, 3);

  // The pool answers the next refresh, and the requesting tab closes before the answer arrives.
  const closed: Page[] = [];
  const isRefresh = (route: Route) =>
    route.request().headers()['x-amz-target']?.endsWith('GetTokensFromRefreshToken') === true;
  await context.route('**/local/idp', async (route) => {
    const page = route.request().frame().page();
    if (!isRefresh(route) || (closed.length > 0 && !closed.includes(page))) return route.fallback();
    if (closed.includes(page)) return route.abort();
    closed.push(page);
    await route.fetch();
    // A request that is still held back when its page closes would be sent after all.
    await Promise.all([route.abort(), page.close()]);
  });
  await untilIssued(signIn, 5);

  // The fourth answer went to the closed tab, so the fifth follows at once; no other refresh is early.
  const issued = await readIssued(signIn);
  const isEarly = issued.map((at, index) => at - (issued[index - 1] ?? -Infinity) < MIN_BETWEEN_MS);
  expect(isEarly).toEqual([false, false, false, false, true]);
  const left = tabs.filter((page) => !closed.includes(page));
  expect(left).toHaveLength(9);
  for (const page of left) {
    await waitUntilLive(page);
    expect(await readSignIn(page)).toBe(signIn);
  }
  expect(closedSockets).toBe(0);
  expect((await readIssued(signIn)).length).toBe(5);
  const [writer] = left;
  if (writer) await postCrud(writer, 'Heard in every tab.');
  for (const page of left) await page.getByText('Heard in every tab.').waitFor();
});
