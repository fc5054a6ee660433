import type { BrowserContext } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import type { TestPerson } from '../support/people.ts';
import { until } from '../support/until.ts';
import { signInByForm } from './person.ts';
import {
  freeze,
  isLive,
  leaderOf,
  openMore,
  openTab,
  shownBy,
  watchTakeovers,
  type SharedTab,
} from './shared-tabs.ts';
import { setStage } from './stage.ts';

const ANN = { name: 'Ann Tabs', handle: 'ann_shared' };
const TAKEOVER_MS = 2000;
/** Three times so many are a list that a page makes whole, so that all of it can be read. */
const A_FEW = 10;

describe('ten tabs with one connection', () => {
  const stage = setStage();
  let context: BrowserContext;
  let ann: TestPerson;
  let writer: TestPerson;
  let tabs: SharedTab[];
  const posted: string[] = [];
  beforeAll(async () => {
    context = await stage.browser.newContext({
      baseURL: stage.app.url,
      viewport: { width: 1280, height: 900 },
      serviceWorkers: 'block',
    });
    [ann, writer] = await Promise.all([stage.app.signUp(ANN), stage.app.signUp({ name: 'Wil Writer' })]);
    const first = await openTab(context);
    await signInByForm(first.page, ANN);
    await isLive(first.page);
    tabs = [first, ...(await openMore(context, 9))];
  });

  async function write(count: number): Promise<void> {
    for (let written = 0; written < count; written++) {
      const message = `Shared crud ${posted.length + 1}`;
      await writer.ask('createActivity', { body: { message, ttl: '1-day' } });
      posted.unshift(message);
    }
  }
  const socketsAtServer = async () => {
    const { body } = await stage.app.visitor.send('GET', '/metrics');
    return Number(/^cruddur_sockets (\d+)$/m.exec(String(body))?.[1]);
  };
  const allShowTheSame = async () => {
    for (const { page } of tabs) {
      let shown: string[] = [];
      const agrees = async () => (shown = await shownBy(page)).join() === posted.join();
      await until(agrees, { what: () => `a tab shows everything once and in order, not ${shown.join()}` });
    }
  };

  it('[TABS-1] they share one socket, and all show the same', async () => {
    await write(A_FEW);
    await allShowTheSame();
    const { others } = await leaderOf(tabs);
    expect(others).toHaveLength(9);
    expect(await socketsAtServer()).toBe(1);
  });

  it('[TABS-2] when the leader closes, another leads within two seconds, and nothing is missed or doubled', async () => {
    const { leader, others } = await leaderOf(tabs);
    const [witness] = others;
    const takeovers = witness && (await watchTakeovers(witness.page, ann.sub));
    const writing = write(A_FEW);
    const closedAt = Date.now();
    await leader.page.close();
    tabs = others;
    await writing;
    await allShowTheSame();
    await leaderOf(tabs);
    const [begun = closedAt] = (await takeovers?.()) ?? [];
    expect(begun - closedAt).toBeLessThan(TAKEOVER_MS);
    expect(await socketsAtServer()).toBe(1);
  });

  it('[TABS-3] when the leader is frozen, another leads within two seconds, and the thawed one follows', async () => {
    const { leader, others } = await leaderOf(tabs);
    const [witness] = others;
    const takeovers = witness && (await watchTakeovers(witness.page, ann.sub));
    const devtools = await context.newCDPSession(leader.page);
    const thaw = await freeze(devtools);
    const frozenAt = Date.now();
    const writing = write(A_FEW);
    const begun = await until(async () => (await takeovers?.())?.find((at) => at > frozenAt), {
      what: 'another tab leads',
    });
    await thaw();
    await writing;
    await allShowTheSame();
    await leaderOf(tabs);
    expect(begun - frozenAt).toBeLessThan(TAKEOVER_MS);
    expect(await socketsAtServer()).toBe(1);
  });

  it('[STAY-7, TABS-4] a sign-out in one tab is followed by all, and no connection is left', async () => {
    const [first, ...others] = tabs;
    await first?.page.getByRole('button', { name: /Ann Tabs/ }).click();
    const leave = first?.page.getByRole('button', { name: 'Sign Out' });
    await leave?.waitFor();
    await leave?.click();
    for (const { page } of others) await page.getByRole('link', { name: 'Sign In' }).first().waitFor();
    await until(async () => (await socketsAtServer()) === 0, { what: 'no socket is left' });
  });
});
