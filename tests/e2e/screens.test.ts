import { beforeAll, describe, expect, inject, it } from 'vitest';
import { accessibilityFaults } from '../support/accessibility-faults.ts';
import type { Scene } from '../screens/scene.ts';
import { scenes } from '../screens/scenes.ts';
import { openStudio, type Look, type Studio } from '../screens/studio.ts';
import { readTexts, textsOfScenes } from '../screens/texts.ts';
import { furnish } from '../screens/world.ts';
import { setStage } from './stage.ts';

const [NARROWEST, PHONE, TABLET, DESKTOP] = [320, 390, 820, 1440];
const ALL: readonly Look[] = [PHONE, TABLET, DESKTOP].flatMap((width) => [
  { theme: 'dark', width },
  { theme: 'light', width },
]);

/** All looks in the long form; else one in turn, on a desktop where the scene has texts to be read. */
function looksAt({ name, from = 0 }: Scene, index: number): readonly Look[] {
  if (inject('form') === 'full') return ALL.filter(({ width }) => width >= from);
  const width = name in textsOfScenes ? DESKTOP : index % 4 < 2 ? TABLET : PHONE;
  return [{ theme: index % 2 === 0 ? 'dark' : 'light', width }];
}

/** The usual form takes every sixth, so that the suite keeps its ten minutes; the long form all of them. */
const taken = scenes.filter((_scene, index) => inject('form') === 'full' || index % 6 === 0);

const views = taken.flatMap((scene, index) =>
  looksAt(scene, index).map((look): [string, Scene, Look] => [
    `${scene.name}, ${look.theme}, ${look.width}`,
    scene,
    look,
  ]),
);

describe('every screen in every state', () => {
  const stage = setStage();
  let studio: Studio;
  beforeAll(async () => {
    studio = await openStudio(stage.browser, await furnish(stage.app));
  });

  it.each(views)('[ACCESS-1, ACCESS-6, SCREEN-1, SCREEN-2] %s', async (_title, scene, look) => {
    await using stage = await studio.open(scene, look);
    const { page, complaints } = stage;
    if (look.width === DESKTOP) await readTexts(page, scene.name);
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.setViewportSize({ width: NARROWEST, height: 640 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(NARROWEST);
    if (look.width === DESKTOP) {
      // The other half of what a screen is: on a phone, in the other theme.
      await page.evaluate((other) => (document.documentElement.dataset.theme = other), otherThan(look));
      expect(await accessibilityFaults(page)).toEqual([]);
    }
    expect(complaints).toEqual([]);
  });

  it('[SCREEN-2] every scene that texts are told of is there', () => {
    const names = scenes.map(({ name }) => name);
    expect(Object.keys(textsOfScenes).filter((name) => !names.includes(name))).toEqual([]);
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  });
});

const otherThan = ({ theme }: Look) => (theme === 'dark' ? 'light' : 'dark');
