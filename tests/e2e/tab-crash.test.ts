import type { BrowserContext } from 'playwright-core';
import { beforeAll, describe, it } from 'vitest';
import type { TestPerson } from '../support/people.ts';
import { until } from '../support/until.ts';
import { contextDefaults, signInByForm } from './test-browser.ts';
import { waitUntilLive, findLeader, openMoreTabs, openCountedTab, type SharedTab } from './shared-tabs.ts';
import { setUpE2e } from './set-up-e2e.ts';

const ANN = { name: 'Ann Lost', handle: 'ann_lost' };

describe('the loss of a leader tab', () => {
  const e2e = setUpE2e();
  let context: BrowserContext;
  let writer: TestPerson;
  let tabs: SharedTab[];
  beforeAll(async () => {
    context = await e2e.browser.newContext({
      ...contextDefaults,
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

  it('[TABS-10] a tab in the back/forward cache gives up lock and socket, and rejoins as a new one', async () => {
    const { leader, others } = await findLeader(tabs);
    const pass = (name: string) =>
      leader.page.evaluate((type) => {
        window.dispatchEvent(new PageTransitionEvent(type, { persisted: true }));
      }, name);
    await pass('pagehide');
    await until(() => leader.countSockets() === 0, { what: 'the cached tab closes its socket' });
    await until(() => others.some((tab) => tab.countSockets() === 1), { what: 'the other tab leads' });
    await write('While it was away');
    for (const { page } of others) await page.getByText('While it was away').waitFor();
    await pass('pageshow');
    await leader.page.getByText('While it was away').waitFor();
    await waitUntilLive(leader.page);
    await findLeader(tabs);
  });

  it('[TABS-2] another tab leads after a crash, and nothing is missed', async () => {
    const { leader, others } = await findLeader(tabs);
    const crashed = leader.page.waitForEvent('crash');
    const devtools = await context.newCDPSession(leader.page);
    // A crashed page does not answer the command.
    devtools.send('Page.crash').catch(() => undefined);
    await crashed;
    await write('After the crash');
    for (const { page } of others) await page.getByText('After the crash').waitFor();
    await until(() => others.some((tab) => tab.countSockets() === 1), { what: 'the other tab leads' });
  });
});
