import { beforeAll, describe, expect, inject, it } from 'vitest';
import { findAccessibilityViolations } from '../support/find-accessibility-violations.ts';
import type { ScreenState } from './screen-state.ts';
import { screenStates } from './screen-states.ts';
import { createScreenBrowser, type Appearance, type ScreenBrowser } from './screen-browser.ts';
import { waitForTexts, expectedTexts } from './expected-texts.ts';
import { findSmallHitAreas } from './hit-areas.ts';
import { seedSampleData } from './sample-data.ts';
import { findCutFocusRings, findExcessTabStops } from './tab-stops.ts';
import { setUpE2e } from '../e2e/set-up-e2e.ts';

const [NARROWEST, PHONE, TABLET, DESKTOP] = [320, 390, 820, 1440];
const ALL: readonly Appearance[] = [PHONE, TABLET, DESKTOP].flatMap((width) => [
  { theme: 'dark', width },
  { theme: 'light', width },
]);

/** All themes and sizes in the long form; else one in turn, on a desktop where the state has texts to check. */
function chooseAppearances({ name, minWidth = 0 }: ScreenState, index: number): readonly Appearance[] {
  if (inject('form') === 'long') return ALL.filter(({ width }) => width >= minWidth);
  const width = name in expectedTexts ? DESKTOP : index % 4 < 2 ? TABLET : PHONE;
  return [{ theme: index % 2 === 0 ? 'dark' : 'light', width }];
}

const screenCases = screenStates.flatMap((state, index) =>
  chooseAppearances(state, index).map((appearance): [string, ScreenState, Appearance] => [
    `${state.name}, ${appearance.theme}, ${appearance.width}`,
    state,
    appearance,
  ]),
);

describe('every screen in every state', () => {
  const e2e = setUpE2e();
  let screenBrowser: ScreenBrowser;
  beforeAll(async () => {
    screenBrowser = await createScreenBrowser(e2e.browser, await seedSampleData(e2e.app));
  });

  it.each(screenCases)(
    '[ACCESS-1, ACCESS-6, ACCESS-9, ACCESS-13, SCREEN-2] %s',
    async (_title, state, appearance) => {
      await using screen = await screenBrowser.open(state, appearance);
      const { page, consoleProblems } = screen;
      if (appearance.width === DESKTOP) await waitForTexts(page, state.name);
      expect(await findAccessibilityViolations(page)).toEqual([]);
      expect(await findExcessTabStops(page)).toEqual([]);
      if (appearance.width < DESKTOP) expect(await findSmallHitAreas(page)).toEqual([]);
      await page.setViewportSize({ width: NARROWEST, height: 640 });
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(NARROWEST);
      if (appearance.width === DESKTOP) {
        // The other combination: on a phone, in the other theme.
        await page.evaluate(
          (other) => (document.documentElement.dataset.theme = other),
          otherTheme(appearance),
        );
        expect(await findAccessibilityViolations(page)).toEqual([]);
      }
      expect(await findSmallHitAreas(page)).toEqual([]);
      await screen.show(appearance);
      expect(await findCutFocusRings(page)).toEqual([]);
      expect(consoleProblems).toEqual([]);
    },
  );

  it('the pill of new cruds cuts no title on a phone, and its faces do not cover its text', async () => {
    await using screen = await screenBrowser.open(findState('home-new-cruds'), {
      theme: 'dark',
      width: PHONE,
    });
    const title = screen.page.getByRole('heading', { level: 1 });
    for (const width of [PHONE, NARROWEST]) {
      await screen.show({ theme: 'dark', width });
      expect(await title.evaluate((one) => one.scrollWidth - one.clientWidth)).toBe(0);
    }
    await screen.show({ theme: 'dark', width: PHONE });
    const boxOf = (part: string) => screen.page.locator(`.pill ${part}`).first().boundingBox();
    const [text, face] = [await boxOf('.n'), await boxOf('.av')];
    expect(face?.x).toBeGreaterThanOrEqual((text?.x ?? NaN) + (text?.width ?? NaN));
  });

  it('a touched control keeps no look of a hovering pointer', async () => {
    await using screen = await screenBrowser.open(findState('home'), { theme: 'dark', width: PHONE });
    const like = screen.page.locator('[data-action=like]').first();
    const background = () => like.evaluate((button) => getComputedStyle(button).backgroundColor);
    const before = await background();
    await like.tap();
    await like.tap();
    expect(await background()).toBe(before);
  });

  it('an overlong message has its counter on the narrowest phone', async () => {
    const state = findState('conversation-too-long');
    await using screen = await screenBrowser.open(state, { theme: 'dark', width: NARROWEST });
    expect(await state.locateResult(screen.page).innerText()).toBe('-78');
  });

  it('[SCREEN-2] every state with expected texts exists', () => {
    const names = screenStates.map(({ name }) => name);
    expect(Object.keys(expectedTexts).filter((name) => !names.includes(name))).toEqual([]);
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  });
});

function findState(wanted: string): ScreenState {
  const state = screenStates.find(({ name }) => name === wanted);
  if (!state) throw new Error(`There is no state ${wanted}`);
  return state;
}

const otherTheme = ({ theme }: Appearance) => (theme === 'dark' ? 'light' : 'dark');
