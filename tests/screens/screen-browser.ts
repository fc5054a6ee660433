import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { SERVICE_WORKER_BLOCKED } from '../e2e/test-browser.ts';
import type { Role, ScreenState } from './screen-state.ts';
import type { SampleData } from './sample-data.ts';

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
}

/** Opens states. Each user signs in once; each state gets a copy of that browser context. */
export interface ScreenBrowser {
  /** Brings the page into the state. */
  open(scene: ScreenState, look: Appearance): Promise<OpenedScreen>;
}

type BrowserState = Awaited<ReturnType<BrowserContext['storageState']>>;

/** Heights of the phones, tablets and desktops with this width. */
const HEIGHTS = new Map([
  [390, 844],
  [820, 1180],
]);

export async function createScreenBrowser(browser: Browser, world: SampleData): Promise<ScreenBrowser> {
  const states: Record<Role, BrowserState> = {
    visitor: { cookies: [], origins: [] },
    person: await signInAndStore(browser, world, 'person'),
    newcomer: await signInAndStore(browser, world, 'newcomer'),
  };
  return {
    async open(scene, look) {
      const context = await browser.newContext({
        ...contextOptions(world, look),
        storageState: withTheme(states[scene.role], world.url, look.theme),
      });
      const page = await context.newPage();
      const complaints = collectConsoleProblems(page, scene);
      await scene.routeRequests?.(page);
      await page.goto(typeof scene.path === 'string' ? scene.path : scene.path(world));
      await scene.interact?.(page, world);
      await scene.locateResult(page).waitFor();
      return { page, consoleProblems: complaints, [Symbol.asyncDispose]: () => context.close() };
    },
  };
}

/** The same language and time zone everywhere, without animation. Devices smaller than a desktop have touch. */
function contextOptions({ url }: SampleData, { width }: Appearance): BrowserContextOptions {
  return {
    baseURL: url,
    viewport: { width, height: HEIGHTS.get(width) ?? 900 },
    ...(width < 1000 && { isMobile: true, hasTouch: true }),
    locale: 'en-GB',
    timezoneId: 'UTC',
    reducedMotion: 'reduce',
    serviceWorkers: 'block',
  };
}

async function signInAndStore(
  browser: Browser,
  world: SampleData,
  role: 'person' | 'newcomer',
): Promise<BrowserState> {
  const context = await browser.newContext(contextOptions(world, { theme: 'dark', width: 1440 }));
  const page = await context.newPage();
  await page.goto('/signin');
  await page.getByLabel('Email').fill(world[role].email);
  await page.getByLabel('Password', { exact: true }).fill(world[role].password);
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
  const complaints: string[] = [];
  page.on('console', (line) => {
    if (line.type() !== 'error' && line.type() !== 'warning') return;
    const onPurpose = allowsFailedCalls && /^Failed to load resource|^WebSocket connection/.test(line.text());
    // Logged for each socket that a page leaves while it connects.
    const inHaste = line.text().endsWith('WebSocket is closed before the connection is established.');
    if (!onPurpose && !inHaste && line.text() !== SERVICE_WORKER_BLOCKED)
      complaints.push(`${line.text()} ${line.location().url}`);
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  return complaints;
}
