import type { BrowserContext } from 'playwright-core';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import type { TestPerson } from '../support/people.ts';
import { until } from '../support/until.ts';
import { contextDefaults, signInByForm } from './test-browser.ts';
import {
  waitUntilLive,
  findLeader,
  openMoreTabs,
  openCountedTab,
  findRendererProcess,
  measureRedraws,
  readCrudTexts,
  measureSignOut,
  recordSignOut,
  recordTakeovers,
  type SharedTab,
} from './shared-tabs.ts';
import { setUpE2e } from './set-up-e2e.ts';

const ANN = { name: 'Ann Tabs', handle: 'ann_shared' };
const TABS = inject('form') === 'full' ? 10 : 6;
const TAKEOVER_MS = 2000;
const SIGN_OUT_MS = 500;
/** Limit for the slowest of the pages that redraw at once on two processors. */
const SLOWEST_MS = 1500;
/** The largest ratio of the time of a sign-out to that of another redraw of all pages. */
const REDRAWS = 2;
/** Four times this number is a list that a page renders completely, so that all of it can be read. */
const FEW_CRUDS = 7;

describe('tabs with one connection', () => {
  const e2e = setUpE2e();
  let context: BrowserContext;
  let ann: TestPerson;
  let writer: TestPerson;
  let tabs: SharedTab[];
  const posted: string[] = [];
  beforeAll(async () => {
    context = await e2e.browser.newContext({
      ...contextDefaults,
      baseURL: e2e.app.url,
      viewport: { width: 1280, height: 900 },
      serviceWorkers: 'block',
    });
    [ann, writer] = await Promise.all([e2e.app.signUp(ANN), e2e.app.signUp({ name: 'Wil Writer' })]);
    const first = await openCountedTab(context);
    await signInByForm(first.page, ANN);
    await waitUntilLive(first.page);
    tabs = [first, ...(await openMoreTabs(context, TABS - 1))];
  });

  async function write(count: number): Promise<void> {
    for (let written = 0; written < count; written++) {
      const message = `Shared crud ${posted.length + 1}`;
      await writer.callOk('createActivity', { body: { message, ttl: '1-day' } });
      posted.unshift(message);
    }
  }
  const socketsAtServer = async () => {
    const { body } = await e2e.app.visitor.send('GET', '/metrics');
    return Number(/^cruddur_sockets (\d+)$/m.exec(String(body))?.[1]);
  };
  const allShowTheSame = async () => {
    for (const { page } of tabs) {
      let shown: string[] = [];
      const agrees = async () => (shown = await readCrudTexts(page)).join() === posted.join();
      await until(agrees, { what: () => `a tab shows everything once and in order, not ${shown.join()}` });
    }
  };

  /** Ends the leader while cruds are written. @returns the lost cruds, and the milliseconds until another tab leads */
  async function leadsAfter(others: SharedTab[], lose: () => unknown): Promise<number> {
    const [observer] = others;
    if (!observer) throw new Error('there is no other tab');
    const takeovers = await recordTakeovers(observer.page, ann.sub);
    const lostAt = Date.now();
    const writing = write(FEW_CRUDS);
    await lose();
    const begun = await until(async () => (await takeovers()).find((at) => at >= lostAt), {
      what: 'another tab leads',
    });
    await writing;
    return Math.round(begun - lostAt);
  }

  it('[TABS-1] all tabs share one socket and show the same', async () => {
    await write(FEW_CRUDS);
    await allShowTheSame();
    const { others } = await findLeader(tabs);
    expect(others).toHaveLength(TABS - 1);
    expect(await socketsAtServer()).toBe(1);
  });

  it('[TABS-2] when the leader closes, another tab leads within two seconds, and nothing is missed or doubled', async () => {
    const { leader, others } = await findLeader(tabs);
    const begun = await leadsAfter(others, () => leader.page.close());
    tabs = [...others, ...(await openMoreTabs(context, 1))];
    await allShowTheSame();
    expect(await socketsAtServer()).toBe(1);
    expect(begun, `closed: another tab leads after ${begun} ms`).toBeLessThan(TAKEOVER_MS);
  });

  it('[TABS-2] when the leader’s process is killed, another tab leads within two seconds, and all tabs show the same', async () => {
    const { leader, others } = await findLeader(tabs);
    const id = await findRendererProcess(leader);
    const crashed = leader.page.waitForEvent('crash');
    const begun = await leadsAfter(others, () => process.kill(id, 'SIGKILL'));
    await crashed;
    tabs = [...others, ...(await openMoreTabs(context, 1))];
    await allShowTheSame();
    expect(await socketsAtServer()).toBe(1);
    expect(begun, `killed: another tab leads after ${begun} ms`).toBeLessThan(TAKEOVER_MS);
  });

  it('[TABS-3] when the leader’s process is frozen, another tab leads within two seconds, and the former leader follows', async () => {
    const { leader, others } = await findLeader(tabs);
    const id = await findRendererProcess(leader);
    const begun = await leadsAfter(others, () => process.kill(id, 'SIGSTOP')).finally(() =>
      process.kill(id, 'SIGCONT'),
    );
    await allShowTheSame();
    await findLeader(tabs);
    expect(await socketsAtServer()).toBe(1);
    expect(begun, `frozen: another tab leads after ${begun} ms`).toBeLessThan(TAKEOVER_MS);
  });

  it('[STAY-7, TABS-4] a sign-out in one tab signs all tabs out at once, and no connection is left', async () => {
    const redraws = (await measureRedraws(tabs)).toSorted((one, other) => one - other);
    const [first] = tabs;
    await first?.page.getByRole('button', { name: /Ann Tabs/ }).click();
    const leave = first?.page.getByRole('button', { name: 'Sign Out' });
    await leave?.waitFor();
    for (const { page } of tabs) await recordSignOut(page);
    await leave?.click();
    for (const { page } of tabs) await page.getByRole('link', { name: 'Sign In' }).first().waitFor();
    const spans = await measureSignOut(tabs);
    const following = spans.following.toSorted((one, other) => one - other);
    const measured = JSON.stringify({ ...spans, redraws });
    const limit = (ms: number, redraw = 0) => Math.max(ms, REDRAWS * redraw);
    const middle = tabs.length / 2;
    expect(following[middle], measured).toBeLessThan(limit(SIGN_OUT_MS, redraws[middle]));
    expect(following.at(-1), measured).toBeLessThan(limit(SLOWEST_MS, redraws.at(-1)));
    await until(async () => (await socketsAtServer()) === 0, { what: 'no socket is left' });
  });
});
