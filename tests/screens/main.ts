/**
 * `npm run screenshots [WORD…]`: a picture of every scene in both themes at three widths, into `.screenshots/`. With
 * words, only those whose names, as `home-empty-dark-390`, hold one of them.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { launchChromium } from '../support/services/chromium.ts';
import { openPlace } from './place.ts';
import type { Scene } from './scene.ts';
import { scenes } from './scenes.ts';
import { openStudio, type Look, type Studio } from './studio.ts';
import { furnish } from './world.ts';

const FOLDER = '.screenshots';
const WIDTHS = [390, 820, 1440];
const wanted = process.argv.slice(2);
const looks: Look[] = (['dark', 'light'] as const).flatMap((theme) =>
  WIDTHS.map((width) => ({ theme, width })),
);

const missed: string[] = [];
mkdirSync(FOLDER, { recursive: true });
await using place = await openPlace();
await using browser = await launchChromium();
const studio = await openStudio(browser, await furnish(place));
for (const scene of scenes) {
  for (const look of looks.filter((one) => isWanted(scene, one))) await take(studio, scene, look);
}
if (missed.length > 0) {
  process.stderr.write(`${missed.join('\n')}\n`);
  process.exitCode = 1;
}

function isWanted(scene: Scene, look: Look): boolean {
  const name = nameOf(scene, look);
  return (
    look.width >= (scene.from ?? 0) && (wanted.length === 0 || wanted.some((word) => name.includes(word)))
  );
}

function nameOf({ name }: Scene, { theme, width }: Look): string {
  return `${name}-${theme}-${width}`;
}

/** A scene that cannot be reached is told at the end, and keeps no other from its picture. */
async function take(from: Studio, scene: Scene, look: Look): Promise<void> {
  const file = join(FOLDER, `${nameOf(scene, look)}.png`);
  try {
    await using stage = await from.open(scene, look);
    await stage.page.evaluate(() => document.fonts.ready);
    await stage.page.screenshot({ path: file, animations: 'disabled', caret: 'hide' });
  } catch (error) {
    missed.push(`${file}: ${error instanceof Error ? error.message : String(error)}`);
  }
}
