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
const wanted = process.argv.slice(2);
const appearances: Appearance[] = (['dark', 'light'] as const).flatMap((theme) =>
  WIDTHS.map((width) => ({ theme, width })),
);

const failures: string[] = [];
mkdirSync(FOLDER, { recursive: true });
await using app = await startScreensApp();
await using browser = await launchChromium();
const screenBrowser = await createScreenBrowser(browser, await seedSampleData(app));
for (const scene of screenStates) {
  for (const look of appearances.filter((one) => isWanted(scene, one)))
    await takeScreenshot(screenBrowser, scene, look);
}
if (failures.length > 0) {
  process.stderr.write(`${failures.join('\n')}\n`);
  process.exitCode = 1;
}

function isWanted(scene: ScreenState, look: Appearance): boolean {
  const name = screenshotName(scene, look);
  return (
    look.width >= (scene.minWidth ?? 0) && (wanted.length === 0 || wanted.some((word) => name.includes(word)))
  );
}

function screenshotName({ name }: ScreenState, { theme, width }: Appearance): string {
  return `${name}-${theme}-${width}`;
}

/** A state that cannot be reached is reported at the end, and does not stop the others. */
async function takeScreenshot(from: ScreenBrowser, scene: ScreenState, look: Appearance): Promise<void> {
  const file = join(FOLDER, `${screenshotName(scene, look)}.png`);
  try {
    await using stage = await from.open(scene, look);
    await stage.page.evaluate(() => document.fonts.ready);
    await stage.page.screenshot({ path: file, animations: 'disabled', caret: 'hide' });
  } catch (error) {
    failures.push(`${file}: ${error instanceof Error ? error.message : String(error)}`);
  }
}
