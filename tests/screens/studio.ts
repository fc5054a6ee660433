import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { BLOCKED } from '../e2e/person.ts';
import type { Role, Scene } from './scene.ts';
import type { World } from './world.ts';

export type Theme = 'dark' | 'light';

/** How a scene is looked at. */
export interface Look {
  theme: Theme;
  width: number;
}

/** A scene in a browser of its own. */
export interface Stage extends AsyncDisposable {
  page: Page;
  /** What the console complained about and pages that broke, but for calls that fail on purpose. */
  complaints: readonly string[];
}

/** Opens scenes. Everybody signs in once; each scene gets a copy of that browser. */
export interface Studio {
  /** Goes to the scene's state. */
  open(scene: Scene, look: Look): Promise<Stage>;
}

type State = Awaited<ReturnType<BrowserContext['storageState']>>;

/** Heights of the phones, tablets and desktops that have such a width. */
const HEIGHTS = new Map([
  [390, 844],
  [820, 1180],
]);

export async function openStudio(browser: Browser, world: World): Promise<Studio> {
  const states: Record<Role, State> = {
    visitor: { cookies: [], origins: [] },
    person: await signedIn(browser, world, 'person'),
    newcomer: await signedIn(browser, world, 'newcomer'),
  };
  return {
    async open(scene, look) {
      const context = await browser.newContext({
        ...surroundings(world, look),
        storageState: withTheme(states[scene.as], world.url, look.theme),
      });
      const page = await context.newPage();
      const complaints = listen(page, scene);
      await scene.given?.(page);
      await page.goto(typeof scene.at === 'string' ? scene.at : scene.at(world));
      await scene.reach?.(page, world);
      await scene.shows(page).waitFor();
      return { page, complaints, [Symbol.asyncDispose]: () => context.close() };
    },
  };
}

/** The same place, language and time zone everywhere, and nothing that moves. What is not a desktop is touched. */
function surroundings({ url }: World, { width }: Look): BrowserContextOptions {
  return {
    ...{ baseURL: url, viewport: { width, height: HEIGHTS.get(width) ?? 900 } },
    ...(width < 1000 && { isMobile: true, hasTouch: true }),
    ...{ locale: 'en-GB', timezoneId: 'UTC', reducedMotion: 'reduce', serviceWorkers: 'block' },
  };
}

async function signedIn(browser: Browser, world: World, role: 'person' | 'newcomer'): Promise<State> {
  const context = await browser.newContext(surroundings(world, { theme: 'dark', width: 1440 }));
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

function withTheme(state: State, origin: string, theme: Theme): State {
  const kept = state.origins.find((one) => one.origin === origin)?.localStorage ?? [];
  return { ...state, origins: [{ origin, localStorage: [...kept, { name: 'appearance', value: theme }] }] };
}

function listen(page: Page, { failing }: Scene): string[] {
  const complaints: string[] = [];
  page.on('console', (line) => {
    if (line.type() !== 'error' && line.type() !== 'warning') return;
    const onPurpose = failing && /^Failed to load resource|^WebSocket connection/.test(line.text());
    // Said of each socket that a page leaves before it stands.
    const inHaste = line.text().endsWith('WebSocket is closed before the connection is established.');
    if (!onPurpose && !inHaste && line.text() !== BLOCKED)
      complaints.push(`${line.text()} ${line.location().url}`);
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  return complaints;
}
