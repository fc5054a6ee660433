import type { BrowserContext } from 'playwright-core';
import { beforeAll, describe, it } from 'vitest';
import type { TestPerson } from '../support/people.ts';
import { until } from '../support/until.ts';
import { signInByForm } from './person.ts';
import { isLive, leaderOf, openMore, openTab, type SharedTab } from './shared-tabs.ts';
import { setStage } from './stage.ts';

const ANN = { name: 'Ann Lost', handle: 'ann_lost' };

describe('a tab that is lost', () => {
  const stage = setStage();
  let context: BrowserContext;
  let writer: TestPerson;
  let tabs: SharedTab[];
  beforeAll(async () => {
    context = await stage.browser.newContext({
      baseURL: stage.app.url,
      viewport: { width: 1280, height: 900 },
    });
    [writer] = await Promise.all([stage.app.signUp(), stage.app.signUp(ANN)]);
    const first = await openTab(context);
    await signInByForm(first.page, ANN);
    await isLive(first.page);
    tabs = [first, ...(await openMore(context, 1))];
  });

  const write = (message: string) => writer.ask('createActivity', { body: { message, ttl: '1-day' } });

  it('[TABS-10] gives its place up when it goes into the cache for going back, and comes back as a new one', async () => {
    const { leader, others } = await leaderOf(tabs);
    const pass = (name: string) =>
      leader.page.evaluate((type) => {
        window.dispatchEvent(new PageTransitionEvent(type, { persisted: true }));
      }, name);
    await pass('pagehide');
    await until(() => leader.sockets() === 0, { what: 'it lets go of its socket' });
    await until(() => others.some((tab) => tab.sockets() === 1), { what: 'the other one leads' });
    await write('While it was away');
    for (const { page } of others) await page.getByText('While it was away').waitFor();
    await pass('pageshow');
    await leader.page.getByText('While it was away').waitFor();
    await isLive(leader.page);
    await leaderOf(tabs);
  });

  it('[TABS-2] is followed when its program crashes, and nothing is missed', async () => {
    const { leader, others } = await leaderOf(tabs);
    const crashed = leader.page.waitForEvent('crash');
    const devtools = await context.newCDPSession(leader.page);
    // Whoever crashes does not answer.
    devtools.send('Page.crash').catch(() => undefined);
    await crashed;
    await write('After the crash');
    for (const { page } of others) await page.getByText('After the crash').waitFor();
    await until(() => others.some((tab) => tab.sockets() === 1), { what: 'the other one leads' });
  });
});
