import type { BrowserContext, CDPSession, Page } from 'playwright-core';
import { until } from '../support/until.ts';

/** A tab, with what a test has to know of its connection. */
export interface SharedTab {
  page: Page;
  /** Sockets that it holds now. */
  sockets(): number;
}

/** Opens an empty tab and counts its sockets from then on. */
export async function openTab(context: BrowserContext): Promise<SharedTab> {
  const page = await context.newPage();
  let open = 0;
  page.on('websocket', (socket) => {
    open += 1;
    socket.on('close', () => (open -= 1));
  });
  return { page, sockets: () => open };
}

/** Opens the home feed in so many further tabs. */
export async function openMore(context: BrowserContext, count: number): Promise<SharedTab[]> {
  const tabs: SharedTab[] = [];
  while (tabs.length < count) {
    const tab = await openTab(context);
    await tab.page.goto('/');
    await isLive(tab.page);
    tabs.push(tab);
  }
  return tabs;
}

export const isLive = (page: Page) => page.getByText('Live', { exact: true }).waitFor();

/** Waits until exactly one tab of these holds a socket, and gives it with all others. */
export async function leaderOf(tabs: SharedTab[]): Promise<{ leader: SharedTab; others: SharedTab[] }> {
  const leader = await until(
    () => {
      const [first, second] = tabs.filter((tab) => tab.sockets() > 0);
      return second ? null : first;
    },
    { what: 'one tab holds a socket' },
  );
  return { leader, others: tabs.filter((tab) => tab !== leader) };
}

/** The texts of the cruds that a page shows, from the top. */
export function shownBy(page: Page): Promise<string[]> {
  return page.locator('article p.say').allInnerTexts();
}

/** Stops everything in a page at its next statement: it holds its locks and its socket, and does nothing. @returns how to thaw it */
export async function freeze(devtools: CDPSession): Promise<() => Promise<unknown>> {
  await devtools.send('Debugger.enable');
  const paused = new Promise((resolve) => devtools.once('Debugger.paused', resolve));
  await devtools.send('Debugger.pause');
  await paused;
  return () => devtools.send('Debugger.disable');
}

/** Has the page note when another tab came to lead, in epoch milliseconds. */
export async function watchTakeovers(page: Page, sub: string): Promise<() => Promise<number[]>> {
  await page.evaluate((name) => {
    const begun: number[] = [];
    const channel = new BroadcastChannel(name);
    channel.onmessage = ({ data }: MessageEvent<{ word: { kind: string } }>) => {
      if (data.word.kind === 'claim') begun.push(performance.timeOrigin + performance.now());
    };
    Object.assign(globalThis, { begun, channel });
  }, `cruddur tabs 1 ${sub}`);
  return () => page.evaluate(() => (globalThis as unknown as { begun: number[] }).begun);
}
