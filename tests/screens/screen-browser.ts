import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import type { Role, ScreenState } from './screen-state.ts';
import type { SampleData } from './sample-data.ts';

/** Logged by the driver where it blocks service workers. */
export const SERVICE_WORKER_BLOCKED = 'Service Worker registration blocked by Playwright';

export type Theme = 'dark' | 'light';

/** The theme and size of a picture. */
export interface Appearance {
  theme: Theme;
  width: number;
}

/** A state in a browser context of its own. */
export interface OpenedScreen extends AsyncDisposable {
  page: Page;
  /** Console errors and uncaught errors, except those of calls that fail on purpose. */
  consoleProblems: readonly string[];
  /** Changes the theme, and the width on the same kind of device. */
  show(appearance: Appearance): Promise<void>;
}

/** Opens states. Each user signs in once; each state gets a copy of that browser context. */
export interface ScreenBrowser {
  /** Brings the page into the state. */
  open(screenState: ScreenState, appearance: Appearance): Promise<OpenedScreen>;
}

type BrowserState = Awaited<ReturnType<BrowserContext['storageState']>>;

/** Heights of the phones, tablets and desktops with this width. */
const HEIGHTS = new Map([
  [320, 640],
  [390, 844],
  [820, 1180],
  [1920, 1080],
]);

const heightOf = (width: number): number => HEIGHTS.get(width) ?? 900;

export async function createScreenBrowser(browser: Browser, data: SampleData): Promise<ScreenBrowser> {
  const states: Record<Role, BrowserState> = {
    visitor: { cookies: [], origins: [] },
    person: await signInAndStore(browser, data, 'person'),
    newcomer: await signInAndStore(browser, data, 'newcomer'),
  };
  return {
    async open(screenState, appearance) {
      const context = await browser.newContext({
        ...contextOptions(data, appearance),
        storageState: withTheme(states[screenState.role], data.url, appearance.theme),
      });
      const page = await context.newPage();
      const problems = collectConsoleProblems(page, screenState);
      await screenState.routeRequests?.(page);
      await page.goto(typeof screenState.path === 'string' ? screenState.path : screenState.path(data));
      await screenState.interact?.(page, data);
      await screenState.locateResult(page).waitFor();
      return {
        page,
        consoleProblems: problems,
        show: ({ theme, width }) => showAs(page, theme, width),
        [Symbol.asyncDispose]: () => context.close(),
      };
    },
  };
}

async function showAs(page: Page, theme: Theme, width: number): Promise<void> {
  await page.setViewportSize({ width, height: heightOf(width) });
  await page.evaluate((name) => {
    document.documentElement.dataset.theme = name;
    // Two frames: scripts that follow the width have answered, and the answer is painted.
    return new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  }, theme);
}

/** The same language and time zone everywhere, without animation. Devices smaller than a desktop have touch. */
function contextOptions({ url }: SampleData, { width }: Appearance): BrowserContextOptions {
  return {
    baseURL: url,
    viewport: { width, height: heightOf(width) },
    ...(width < 1000 && { isMobile: true, hasTouch: true }),
    locale: 'en-GB',
    timezoneId: 'UTC',
    reducedMotion: 'reduce',
    serviceWorkers: 'block',
  };
}

async function signInAndStore(
  browser: Browser,
  data: SampleData,
  role: 'person' | 'newcomer',
): Promise<BrowserState> {
  const context = await browser.newContext(contextOptions(data, { theme: 'dark', width: 1440 }));
  const page = await context.newPage();
  await page.goto('/signin');
  await page.getByLabel('Email').fill(data[role].email);
  await page.getByLabel('Password', { exact: true }).fill(data[role].password);
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  await page.getByText('Live', { exact: true }).waitFor();
  const state = await context.storageState();
  await context.close();
  return state;
}

function withTheme(state: BrowserState, origin: string, theme: Theme): BrowserState {
  const kept = state.origins.find((one) => one.origin === origin)?.localStorage ?? [];
  return { ...state, origins: [{ origin, localStorage: [...kept, { name: 'appearance', value: theme }] }] };
}

function collectConsoleProblems(page: Page, { allowsFailedCalls }: ScreenState): string[] {
  const problems: string[] = [];
  page.on('console', (line) => {
    if (line.type() !== 'error' && line.type() !== 'warning') return;
    const onPurpose =
      allowsFailedCalls && /^Failed to load resource|^WebSocket connection|^Loading chunk/.test(line.text());
    // Logged for each socket that a page leaves while it connects.
    const isClosedWhileConnecting = line
      .text()
      .endsWith('WebSocket is closed before the connection is established.');
    if (!onPurpose && !isClosedWhileConnecting && line.text() !== SERVICE_WORKER_BLOCKED)
      problems.push(`${line.text()} ${line.location().url}`);
  });
  page.on('pageerror', (error) => problems.push(error.message));
  return problems;
}
