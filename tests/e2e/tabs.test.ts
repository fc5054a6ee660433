import type { BrowserContext, CDPSession } from 'playwright-core';
import { beforeAll, describe, it } from 'vitest';
import type { TestPerson } from '../support/people.ts';
import { until } from '../support/until.ts';
import { findLeader, openMoreTabs, readCrudTexts, type SharedTab } from './shared-tabs.ts';
import { setUpE2e } from './set-up-e2e.ts';
import { showNewCruds } from './test-browser.ts';

const ANN = { name: 'Ann Tabs', handle: 'ann_shared' };

describe('tabs with one connection', { shuffle: false }, () => {
  const e2e = setUpE2e();
  let context: BrowserContext;
  let writers: TestPerson[];
  let tabs: SharedTab[];
  const posted: string[] = [];
  beforeAll(async () => {
    writers = [await e2e.app.signUp({ name: 'Wil Writer' }), await e2e.app.signUp()];
    const { page } = await e2e.openSignedInBrowser(ANN);
    context = page.context();
    tabs = await openMoreTabs(context, 3);
    await page.close();
  });

  async function write(): Promise<void> {
    for (let written = 0; written < 3; written++) {
      const message = `Shared crud ${posted.length + 1}`;
      await writers[posted.length % 2]?.callOk('createActivity', { body: { message, ttl: '1-day' } });
      posted.unshift(message);
    }
  }
  const socketsAtServer = async () => {
    const { body } = await e2e.app.visitor.send('GET', '/metrics');
    return Number(/^cruddur_sockets (\d+)$/m.exec(String(body))?.[1]);
  };
  const waitUntilSame = async (on = tabs) => {
    for (const { page } of on) {
      let shown: string[] = [];
      const agrees = async () => {
        await showNewCruds(page);
        return (shown = await readCrudTexts(page)).join() === posted.join();
      };
      await until(agrees, { what: () => `a tab shows everything once and in order, not ${shown.join()}` });
    }
  };
  const waitUntilLed = (by: SharedTab[]) =>
    until(() => by.some((tab) => tab.countSockets() === 1), { what: 'another tab leads' });
  const waitForOneSocket = async () => {
    await findLeader(tabs);
    await until(async () => (await socketsAtServer()) === 1, { what: 'the server has one socket' });
  };

  it('[TABS-1] all tabs share one socket and show the same', async () => {
    await write();
    await waitUntilSame();
    await waitForOneSocket();
  });

  it('when the leader is frozen, another tab leads, and the former leader follows', async () => {
    const { leader, others } = await findLeader(tabs);
    const devtools = await context.newCDPSession(leader.page);
    await freeze(devtools);
    await write();
    await waitUntilLed(others);
    await waitUntilSame(others);
    await devtools.send('Debugger.resume');
    await devtools.detach();
    await waitUntilSame();
    await waitForOneSocket();
  });

  it('a leader in the back/forward cache gives up lock and socket, and rejoins as a new tab', async () => {
    const { leader, others } = await findLeader(tabs);
    const pass = (name: string) =>
      leader.page.evaluate((type) => {
        window.dispatchEvent(new PageTransitionEvent(type, { persisted: true }));
      }, name);
    await pass('pagehide');
    await until(() => leader.countSockets() === 0, { what: 'the cached tab closes its socket' });
    await waitUntilLed(others);
    await write();
    await waitUntilSame(others);
    await pass('pageshow');
    await waitUntilSame();
    await waitForOneSocket();
  });

  it('[TABS-2] when the leader closes or crashes, another tab leads, and nothing is missed or doubled', async () => {
    const { leader, others } = await findLeader(tabs);
    const writing = write();
    await leader.page.close();
    tabs = [...others, ...(await openMoreTabs(context, 1))];
    await writing;
    await waitUntilSame();
    await waitForOneSocket();

    const second = await findLeader(tabs);
    const crashed = second.leader.page.waitForEvent('crash');
    const devtools = await context.newCDPSession(second.leader.page);
    // A crashed page does not answer the command.
    devtools.send('Page.crash').catch(() => undefined);
    await crashed;
    tabs = second.others;
    await write();
    await waitUntilSame();
    await waitForOneSocket();
  });

  it('[SCREEN-3] all titles begin with the unread count, and all tabs show the appearance chosen in one', async () => {
    const [first, second] = tabs.map(({ page }) => page);
    if (!first || !second) throw new Error('there are no two tabs');
    const body = { message: 'hello @ann_shared', ttl: '1-day' } as const;
    const [writer] = writers;
    await writer?.callOk('createActivity', { body });
    for (const message of ['hello', 'again'])
      await writer?.callOk('sendMessage', { body: { handle: ANN.handle, message } });
    for (const page of [first, second])
      await page.waitForFunction(() => document.title === '(3) Home · Cruddur');
    await first.getByRole('link', { name: 'Messages, 2 new' }).first().waitFor();
    await first.getByRole('link', { name: 'Notifications, 1 new' }).first().click();
    await first.waitForFunction(() => document.title === '(2) Notifications · Cruddur');
    await second.waitForFunction(() => document.title === '(2) Home · Cruddur');

    const choices = first.getByRole('menuitemradio');
    await first.locator('.nav').getByLabel('More').click();
    await choices.filter({ hasText: 'Light' }).click();
    for (const page of [first, second]) {
      await page.locator('html[data-theme=light]').waitFor();
      await page.locator('meta[name=theme-color][content="#f3eefa"]').nth(1).waitFor({ state: 'attached' });
    }
    await second.locator('.nav').getByLabel('More').click();
    await second.locator('[role=menuitemradio][aria-checked=true]').getByText('Light').waitFor();
    await second.reload();
    await second.locator('html[data-theme=light]').waitFor();
  });

  it('[STAY-7] a sign-out in one tab signs all tabs out, and no connection is left', async () => {
    const [first] = tabs;
    await first?.page.getByRole('button', { name: /Ann Tabs/ }).click();
    await first?.page.getByRole('button', { name: 'Sign Out' }).click();
    for (const { page } of tabs) await page.getByRole('link', { name: 'Sign In' }).first().waitFor();
    await until(async () => (await socketsAtServer()) === 0, { what: 'no socket is left' });
  });
});

/** Stops all scripts of a page until its debugger resumes. */
async function freeze(devtools: CDPSession): Promise<void> {
  await devtools.send('Debugger.enable');
  const paused = new Promise((resolve) => devtools.once('Debugger.paused', resolve));
  await devtools.send('Debugger.pause');
  await paused;
}
