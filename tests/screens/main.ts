/**
 * `npm run screenshots [WORD…]`: a picture of every state in both themes at three widths, into `.screenshots/`. With words,
 * only those whose names, such as `home-empty-dark-390`, contain one of them.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { launchChromium } from '../support/services/chromium.ts';
import { startScreensApp } from './screens-app.ts';
import type { ScreenState } from './screen-state.ts';
import { screenStates } from './screen-states.ts';
import { createScreenBrowser, type Appearance, type ScreenBrowser } from './screen-browser.ts';
import { seedSampleData } from './sample-data.ts';

const FOLDER = '.screenshots';
const WIDTHS = [390, 820, 1440];
const words = process.argv.slice(2);
const appearances: Appearance[] = (['dark', 'light'] as const).flatMap((theme) =>
  WIDTHS.map((width) => ({ theme, width })),
);

const failures: string[] = [];
mkdirSync(FOLDER, { recursive: true });
await using app = await startScreensApp();
await using browser = await launchChromium();
const screenBrowser = await createScreenBrowser(browser, await seedSampleData(app));
for (const state of screenStates) {
  for (const appearance of appearances.filter((one) => isSelected(state, one)))
    await takeScreenshot(screenBrowser, state, appearance);
}
if (failures.length > 0) {
  process.stderr.write(`${failures.join('\n')}\n`);
  process.exitCode = 1;
}

function isSelected(state: ScreenState, appearance: Appearance): boolean {
  const name = screenshotName(state, appearance);
  return (
    appearance.width >= (state.minWidth ?? 0) &&
    (words.length === 0 || words.some((word) => name.includes(word)))
  );
}

function screenshotName({ name }: ScreenState, { theme, width }: Appearance): string {
  return `${name}-${theme}-${width}`;
}

/** A state that cannot be reached is reported at the end, and does not stop the others. */
async function takeScreenshot(
  from: ScreenBrowser,
  state: ScreenState,
  appearance: Appearance,
): Promise<void> {
  const file = join(FOLDER, `${screenshotName(state, appearance)}.png`);
  try {
    await using screen = await from.open(state, appearance);
    await screen.page.evaluate(() => document.fonts.ready);
    await screen.page.screenshot({ path: file, animations: 'disabled', caret: 'hide' });
  } catch (error) {
    failures.push(`${file}: ${error instanceof Error ? error.message : String(error)}`);
  }
}
