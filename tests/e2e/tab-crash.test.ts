import type { BrowserContext } from 'playwright-core';
import { beforeAll, describe, it } from 'vitest';
import type { TestPerson } from '../support/people.ts';
import { until } from '../support/until.ts';
import { signInByForm } from './test-browser.ts';
import { waitUntilLive, findLeader, openMoreTabs, openCountedTab, type SharedTab } from './shared-tabs.ts';
import { setUpE2e } from './set-up-e2e.ts';

const ANN = { name: 'Ann Lost', handle: 'ann_lost' };

describe('a tab that is lost', () => {
  const e2e = setUpE2e();
  let context: BrowserContext;
  let writer: TestPerson;
  let tabs: SharedTab[];
  beforeAll(async () => {
    context = await e2e.browser.newContext({
      baseURL: e2e.app.url,
      viewport: { width: 1280, height: 900 },
    });
    [writer] = await Promise.all([e2e.app.signUp(), e2e.app.signUp(ANN)]);
    const first = await openCountedTab(context);
    await signInByForm(first.page, ANN);
    await waitUntilLive(first.page);
    tabs = [first, ...(await openMoreTabs(context, 1))];
  });

  const write = (message: string) => writer.callOk('createActivity', { body: { message, ttl: '1-day' } });

  it('[TABS-10] gives its place up when it goes into the cache for going back, and comes back as a new one', async () => {
    const { leader, others } = await findLeader(tabs);
    const pass = (name: string) =>
      leader.page.evaluate((type) => {
        window.dispatchEvent(new PageTransitionEvent(type, { persisted: true }));
      }, name);
    await pass('pagehide');
    await until(() => leader.countSockets() === 0, { what: 'it lets go of its socket' });
    await until(() => others.some((tab) => tab.countSockets() === 1), { what: 'the other one leads' });
    await write('While it was away');
    for (const { page } of others) await page.getByText('While it was away').waitFor();
    await pass('pageshow');
    await leader.page.getByText('While it was away').waitFor();
    await waitUntilLive(leader.page);
    await findLeader(tabs);
  });

  it('[TABS-2] is followed when its program crashes, and nothing is missed', async () => {
    const { leader, others } = await findLeader(tabs);
    const crashed = leader.page.waitForEvent('crash');
    const devtools = await context.newCDPSession(leader.page);
    // Whoever crashes does not answer.
    devtools.send('Page.crash').catch(() => undefined);
    await crashed;
    await write('After the crash');
    for (const { page } of others) await page.getByText('After the crash').waitFor();
    await until(() => others.some((tab) => tab.countSockets() === 1), { what: 'the other one leads' });
  });
});
