import type { BrowserContext, Page } from 'playwright-core';
import { until } from '../support/until.ts';

/** A tab and the state of its connection. */
export interface SharedTab {
  page: Page;
  /** The number of its open sockets. */
  countSockets(): number;
}

/** Opens an empty tab and counts its sockets from then on. */
async function openCountedTab(context: BrowserContext): Promise<SharedTab> {
  const page = await context.newPage();
  let open = 0;
  page.on('websocket', (socket) => {
    open += 1;
    socket.on('close', () => (open -= 1));
  });
  return { page, countSockets: () => open };
}

/** Opens the home feed in this many further tabs. */
export async function openMoreTabs(context: BrowserContext, count: number): Promise<SharedTab[]> {
  const tabs: SharedTab[] = [];
  while (tabs.length < count) {
    const tab = await openCountedTab(context);
    await tab.page.goto('/');
    await waitUntilLive(tab.page);
    tabs.push(tab);
  }
  return tabs;
}

export const waitUntilLive = (page: Page) => page.getByText('Live', { exact: true }).waitFor();

/**
 * Resolves when the gateway has accepted the next socket of a page. A page counts as live before: what happens until then makes
 * it fetch its lists again.
 */
export function waitForAcceptedSocket(page: Page): Promise<void> {
  return new Promise((resolve) =>
    page.on('websocket', (socket) =>
      socket.on('framereceived', ({ payload }) => {
        if (payload.includes('["ready"')) resolve();
      }),
    ),
  );
}

/** Waits until exactly one of these tabs holds a socket. @returns it and the other tabs */
export async function findLeader(tabs: SharedTab[]): Promise<{ leader: SharedTab; others: SharedTab[] }> {
  const leader = await until(
    () => {
      const [first, second] = tabs.filter((tab) => tab.countSockets() > 0);
      return second ? null : first;
    },
    { what: 'one tab holds a socket' },
  );
  return { leader, others: tabs.filter((tab) => tab !== leader) };
}

/** The texts of the cruds that a page shows, from the top. */
export function readCrudTexts(page: Page): Promise<string[]> {
  return page.locator('article p.crud-text').allInnerTexts();
}

/** A loop of some tenths of a second of processor time, however long the page has to wait for a processor. */
const BUSY_ROUNDS = 50_000_000;

/** The operating system's process of this page: the one that is busy while the page runs a loop. */
export async function findRendererProcess({ page }: SharedTab): Promise<number> {
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
    await page.evaluate((rounds) => {
      let sum = 0;
      for (let round = 0; round < rounds; round++) sum = (sum * 31 + round) | 0;
      return sum;
    }, BUSY_ROUNDS);
    const worked = [...(await workOfAll())].map(([id, time]) => ({ id, time: time - (before.get(id) ?? 0) }));
    const [first, second] = worked.sort((one, other) => other.time - one.time);
    return first && first.time > 4 * (second?.time ?? 0) && first.id;
  };
  const id = await until(mostBusy, { what: 'one process is busy', timeoutMs: 30_000 });
  await devtools.detach();
  return id;
}
