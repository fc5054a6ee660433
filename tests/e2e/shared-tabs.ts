import type { BrowserContext, Page } from 'playwright-core';
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

/** How long a page is kept busy so that the system can tell its process, in milliseconds. */
const BUSY_MS = 300;

/** The system's process that runs this page and no other: the one that works while the page does. */
export async function processOf({ page }: SharedTab): Promise<number> {
  const browser = page.context().browser();
  if (!browser) throw new Error('the page has no browser');
  const devtools = await browser.newBrowserCDPSession();
  const workOfAll = async () => {
    const { processInfo } = await devtools.send('SystemInfo.getProcessInfo');
    return new Map(
      processInfo.filter(({ type }) => type === 'renderer').map(({ id, cpuTime }) => [id, cpuTime] as const),
    );
  };
  const mostBusy = async () => {
    const before = await workOfAll();
    await page.evaluate((ms) => {
      const end = performance.now() + ms;
      while (performance.now() < end);
    }, BUSY_MS);
    const worked = [...(await workOfAll())].map(([id, time]) => ({ id, time: time - (before.get(id) ?? 0) }));
    const [first, second] = worked.sort((one, other) => other.time - one.time);
    return first && first.time > 4 * (second?.time ?? 0) && first.id;
  };
  const id = await until(mostBusy, { what: 'one process works', timeoutMs: 30_000 });
  await devtools.detach();
  return id;
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

interface SignOutWatch {
  clickedAt?: number;
  forgottenAt?: number;
  signedOutAt?: number;
}

/**
 * Has the page note, in epoch milliseconds, when somebody signs out in it, when it has removed the token, and when it shows that
 * nobody is signed in.
 */
export async function watchSignOut(page: Page): Promise<void> {
  await page.evaluate(() => {
    const watch: SignOutWatch = {};
    Object.assign(globalThis, { watch });
    const clicks = { capture: true };
    document.addEventListener(
      'click',
      ({ target }) => {
        if (target instanceof Element && target.closest('button')?.textContent === 'Sign Out')
          watch.clickedAt = performance.timeOrigin + performance.now();
      },
      clicks,
    );
    const remove = Reflect.get(Storage.prototype, 'removeItem');
    Storage.prototype.removeItem = new Proxy(remove, {
      apply(_, storage: Storage, [key]: [string]) {
        if (key === 'access_token') watch.forgottenAt ??= performance.timeOrigin + performance.now();
        Reflect.apply(remove, storage, [key]);
      },
    });
    new MutationObserver(() => {
      if (document.querySelector('a[href^="/signin"]'))
        watch.signedOutAt ??= performance.timeOrigin + performance.now();
    }).observe(document, { childList: true, subtree: true });
  });
}

/**
 * In milliseconds: from the click until the token was gone, which takes the provider's answer, and from then on until each page
 * showed it.
 */
export async function signOutSpans(tabs: SharedTab[]): Promise<{ leaving: number; following: number[] }> {
  const watches = await Promise.all(
    tabs.map(({ page }) => page.evaluate(() => (globalThis as unknown as { watch: SignOutWatch }).watch)),
  );
  const { clickedAt = NaN, forgottenAt = NaN } = watches.find((watch) => watch.clickedAt !== undefined) ?? {};
  return {
    leaving: Math.round(forgottenAt - clickedAt),
    following: watches.map(({ signedOutAt = NaN }) => Math.round(signedOutAt - forgottenAt)),
  };
}
