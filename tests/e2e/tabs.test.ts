import type { BrowserContext } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import type { TestPerson } from '../support/people.ts';
import { until } from '../support/until.ts';
import { signInByForm } from './person.ts';
import {
  isLive,
  leaderOf,
  openMore,
  openTab,
  processOf,
  shownBy,
  signOutSpans,
  watchSignOut,
  watchTakeovers,
  type SharedTab,
} from './shared-tabs.ts';
import { setStage } from './stage.ts';

const ANN = { name: 'Ann Tabs', handle: 'ann_shared' };
const TAKEOVER_MS = 2000;
const SIGN_OUT_MS = 500;
/** For the slowest of ten pages that all draw themselves anew at once, on two processors. */
const SLOWEST_MS = 1500;
/** Four times so many are a list that a page makes whole, so that all of it can be read. */
const A_FEW = 7;

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

  /** What is lost while cruds are written, and after how many milliseconds another tab leads. */
  async function leadsAfter(others: SharedTab[], lose: () => unknown): Promise<number> {
    const [witness] = others;
    if (!witness) throw new Error('there is no other tab');
    const takeovers = await watchTakeovers(witness.page, ann.sub);
    const lostAt = Date.now();
    const writing = write(A_FEW);
    await lose();
    const begun = await until(async () => (await takeovers()).find((at) => at >= lostAt), {
      what: 'another tab leads',
    });
    await writing;
    return Math.round(begun - lostAt);
  }

  it('[TABS-1] they share one socket, and all show the same', async () => {
    await write(A_FEW);
    await allShowTheSame();
    const { others } = await leaderOf(tabs);
    expect(others).toHaveLength(9);
    expect(await socketsAtServer()).toBe(1);
  });

  it('[TABS-2] when the leader closes, another leads within two seconds, and nothing is missed or doubled', async () => {
    const { leader, others } = await leaderOf(tabs);
    const begun = await leadsAfter(others, () => leader.page.close());
    tabs = [...others, ...(await openMore(context, 1))];
    await allShowTheSame();
    expect(await socketsAtServer()).toBe(1);
    expect(begun, `closed: another leads after ${begun} ms`).toBeLessThan(TAKEOVER_MS);
  });

  it('[TABS-2] when the leader’s process is killed, another leads within two seconds, and all ten show the same', async () => {
    const { leader, others } = await leaderOf(tabs);
    const id = await processOf(leader);
    const crashed = leader.page.waitForEvent('crash');
    const begun = await leadsAfter(others, () => process.kill(id, 'SIGKILL'));
    await crashed;
    tabs = [...others, ...(await openMore(context, 1))];
    await allShowTheSame();
    expect(await socketsAtServer()).toBe(1);
    expect(begun, `killed: another leads after ${begun} ms`).toBeLessThan(TAKEOVER_MS);
  });

  it('[TABS-3] when the leader’s process stands still, another leads within two seconds, and the thawed one follows', async () => {
    const { leader, others } = await leaderOf(tabs);
    const id = await processOf(leader);
    const begun = await leadsAfter(others, () => process.kill(id, 'SIGSTOP')).finally(() =>
      process.kill(id, 'SIGCONT'),
    );
    await allShowTheSame();
    await leaderOf(tabs);
    expect(await socketsAtServer()).toBe(1);
    expect(begun, `frozen: another leads after ${begun} ms`).toBeLessThan(TAKEOVER_MS);
  });

  it('[STAY-7, TABS-4] a sign-out in one tab is followed by all at once, and no connection is left', async () => {
    const [first] = tabs;
    await first?.page.getByRole('button', { name: /Ann Tabs/ }).click();
    const leave = first?.page.getByRole('button', { name: 'Sign Out' });
    await leave?.waitFor();
    for (const { page } of tabs) await watchSignOut(page);
    await leave?.click();
    for (const { page } of tabs) await page.getByRole('link', { name: 'Sign In' }).first().waitFor();
    const spans = await signOutSpans(tabs);
    const following = spans.following.toSorted((one, other) => one - other);
    expect(following[tabs.length / 2], JSON.stringify(spans)).toBeLessThan(SIGN_OUT_MS);
    expect(following.at(-1), JSON.stringify(spans)).toBeLessThan(SLOWEST_MS);
    await until(async () => (await socketsAtServer()) === 0, { what: 'no socket is left' });
  });
});
