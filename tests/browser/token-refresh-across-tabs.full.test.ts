import type { BrowserContext, Page, Route } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { decodeClaims } from '../support/local-pool/people.ts';
import { until } from '../support/until.ts';
import { contextDefaults, postCrud, signInByForm } from '../e2e/test-browser.ts';
import { setUpE2e } from '../e2e/set-up-e2e.ts';

const ANN = { name: 'Ann Tabs', handle: 'ann_tabs' };
const TOKENS_LAST_S = 20;
/** Tokens are refreshed 5 s before they expire; one second less, for the time between their issue and the measurement. */
const MIN_BETWEEN_MS = 14_000;

type Tab = { page: Page; isSocketClosed: boolean; byeFrames: string[] };

describe('ten tabs of one user', () => {
  const e2e = setUpE2e({ env: { LOCAL_POOL_ACCESS_SECONDS: String(TOKENS_LAST_S) } });
  let context: BrowserContext;
  const tabs: Tab[] = [];
  beforeAll(async () => {
    context = await e2e.browser.newContext({
      ...contextDefaults,
      baseURL: e2e.app.url,
      viewport: { width: 1280, height: 900 },
      serviceWorkers: 'block',
    });
  });

  async function openTab(): Promise<Tab> {
    const tab: Tab = { page: await context.newPage(), isSocketClosed: false, byeFrames: [] };
    tab.page.on('websocket', (socket) => {
      socket.on('close', () => (tab.isSocketClosed = true));
      socket.on('framereceived', ({ payload }) => {
        if (payload.includes('"bye"')) tab.byeFrames.push(payload.toString());
      });
    });
    tabs.push(tab);
    return tab;
  }
  async function openMore(count: number): Promise<void> {
    for (let opened = 0; opened < count; opened++) {
      const { page } = await openTab();
      await page.goto('/');
      await isLive(page);
    }
  }
  const isLive = (page: Page) => page.getByText('Live', { exact: true }).waitFor();
  const tokenOf = (page: Page) => page.evaluate(() => localStorage.getItem('access_token') ?? '');

  /** The times at which the pool issued tokens for this browser's sign-in, in milliseconds: each refresh stores a new refresh token. */
  async function issued(signIn: string): Promise<number[]> {
    const tokens = e2e.app.store.poolDb.selectFrom('pool_refresh_tokens').select('issued_at');
    const rows = await tokens.where('origin_jti', '=', signIn).orderBy('issued_at').execute();
    return rows.map(({ issued_at }) => issued_at.getTime());
  }
  const untilIssued = (signIn: string, count: number) =>
    until(async () => (await issued(signIn)).length >= count, {
      what: `tokens are issued ${count} times`,
      timeoutMs: 25_000,
    });

  /** Lets the pool answer the next refresh, and closes the requesting tab before the answer arrives. */
  async function closeAtNextRefresh(): Promise<Page[]> {
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
    return closed;
  }

  it('[STAY-10, STAY-11] cause one refresh per expiry, and no socket closes', async () => {
    const { page } = await openTab();
    await e2e.app.signUp(ANN);
    await signInByForm(page, ANN);
    await isLive(page);
    const signIn = String(decodeClaims(await tokenOf(page)).origin_jti);
    await openMore(6);
    await untilIssued(signIn, 2);
    await openMore(3);
    await untilIssued(signIn, 3);
    const closed = await closeAtNextRefresh();
    await untilIssued(signIn, 5);

    // The fourth answer went to the closed tab, so the fifth follows at once; no other refresh is early.
    const spans = (await issued(signIn)).map((at, index, all) => at - (all[index - 1] ?? -Infinity));
    const isEarly = spans.map((span) => span < MIN_BETWEEN_MS);
    expect(isEarly).toEqual([false, false, false, false, true]);
    const left = tabs.filter((tab) => !closed.includes(tab.page));
    expect(left).toHaveLength(9);
    const newest = () => issued(signIn).then((times) => times.at(-1));
    const before = await newest();
    for (const tab of left) {
      await isLive(tab.page);
      expect(decodeClaims(await tokenOf(tab.page)).origin_jti).toBe(signIn);
      expect([tab.isSocketClosed, tab.byeFrames]).toEqual([false, []]);
    }
    expect(await newest()).toBe(before);
    const [writer] = left;
    if (writer) await postCrud(writer.page, 'Heard in every tab.');
    for (const tab of left) await tab.page.getByText('Heard in every tab.').waitFor();
  });
});
