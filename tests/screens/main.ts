/**
 * `npm run screenshots [WORD…]`: a picture of every state in both themes at five widths, into `.screenshots/`. With words,
 * only those whose names, such as `home-empty-dark-390`, contain one of them.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { launchChromium } from '../support/services/chromium.ts';
import { startScreensApp } from './screens-app.ts';
import type { ScreenState } from './screen-state.ts';
import { screenStates } from './screen-states.ts';
import { createScreenBrowser, type Appearance, type OpenedScreen } from './screen-browser.ts';
import { seedSampleData } from './sample-data.ts';

const FOLDER = '.screenshots';
/** A menu belongs to its button: phones have a tab bar, tablets the navigation. */
const WIDTHS_BY_DEVICE = [[390, 320], [820], [1440, 1920]];
const words = process.argv.slice(2);
const failures: string[] = [];
mkdirSync(FOLDER, { recursive: true });
await using app = await startScreensApp();
await using browser = await launchChromium();
const screenBrowser = await createScreenBrowser(browser, await seedSampleData(app));
for (const state of screenStates) {
  for (const widths of WIDTHS_BY_DEVICE) await takeScreenshots(state, selectAppearances(state, widths));
}
if (failures.length > 0) {
  process.stderr.write(`${failures.join('\n')}\n`);
  process.exitCode = 1;
}

function selectAppearances(state: ScreenState, widths: readonly number[]): Appearance[] {
  return widths
    .filter((width) => width >= (state.minWidth ?? 0))
    .flatMap((width): Appearance[] => [
      { theme: 'dark', width },
      { theme: 'light', width },
    ])
    .filter((appearance) => {
      const name = screenshotName(state, appearance);
      return words.length === 0 || words.some((word) => name.includes(word));
    });
}

function screenshotName({ name }: ScreenState, { theme, width }: Appearance): string {
  return `${name}-${theme}-${width}`;
}

/**
 * Opens the state once for all appearances of a device: reaching it takes longer than its pictures. A state that cannot be
 * reached is reported at the end, and does not stop the others.
 */
async function takeScreenshots(state: ScreenState, appearances: readonly Appearance[]): Promise<void> {
  const [first] = appearances;
  if (!first) return;
  try {
    await using screen = await screenBrowser.open(state, first);
    await screen.page.evaluate(() => document.fonts.ready);
    for (const appearance of appearances) await takeScreenshot(screen, state, appearance);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    failures.push(`${screenshotName(state, first)}: ${reason}`);
  }
}

async function takeScreenshot(
  screen: OpenedScreen,
  state: ScreenState,
  appearance: Appearance,
): Promise<void> {
  await screen.show(appearance);
  const path = join(FOLDER, `${screenshotName(state, appearance)}.png`);
  await screen.page.screenshot({ path, animations: 'disabled', caret: 'hide' });
}
