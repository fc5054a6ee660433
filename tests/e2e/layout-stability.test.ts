import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { measureLayoutShift, recordLayoutShifts } from '../support/measure-layout-shift.ts';
import type { TestPerson } from '../support/people.ts';
import { waitUntilHydrated } from '../support/wait-until-hydrated.ts';
import { until } from '../support/until.ts';
import { chunkPath, holdRequests } from './hold-requests.ts';
import { recordRequests } from './record-requests.ts';
import { setUpE2e } from './set-up-e2e.ts';

const HOUR_MS = 3_600_000;
const SHIFT_MAX = 0.01;
const SIZES = [
  { width: 320, height: 568 },
  { width: 390, height: 844 },
  { width: 412, height: 823 },
  { width: 1440, height: 900 },
];
const LONG =
  'Regular visitors say that the fear of clouds is a lie, and that the only way to learn is to build things where others ' +
  'can watch you burn them down again. I write my notes on the train this morning; who else is awake?';

describe('[PAINT-36] the time left starts at the same place', () => {
  const e2e = setUpE2e();

  it('when days become hours and then minutes, on a card and on the page of a crud', async () => {
    const ann = await e2e.app.signUp({ name: 'Ann Ages', handle: 'ann_ages' });
    for (const screen of ['profile', 'crud']) {
      const { uuid } = await ann.callOk('createActivity', {
        body: { user_handle: ann.handle, message: 'Still here', ttl: '3-days' },
      });
      const isCrud = screen === 'crud';
      const word = isCrud ? ' left' : '';
      await using visitor = await e2e.openBrowser();
      const { page } = visitor;
      await page.clock.install({ time: Date.now() });
      await page.goto(isCrud ? `/@ann_ages/status/${uuid}` : '/@ann_ages');
      await waitUntilHydrated(page, () => page.clock.runFor(100));
      // Chromium does not count what moves within half a second of an input.
      const quietAt = performance.now() + 600;
      await until(() => performance.now() > quietAt, { what: 'the input is over' });
      const readShifts = await recordLayoutShifts(page);
      const starts = [];
      for (const { text, aheadMs } of [
        { text: '2d', aheadMs: 47.5 * HOUR_MS },
        { text: '1d', aheadMs: HOUR_MS },
        { text: '23h', aheadMs: 23 * HOUR_MS },
        { text: '29m', aheadMs: 0 },
      ]) {
        const left = page.locator('.time-left').first().getByText(`${text}${word}`, { exact: true });
        await left.waitFor();
        starts.push((await left.boundingBox())?.x);
        await e2e.app.advance(aheadMs);
        await page.clock.fastForward(aheadMs);
      }
      expect(new Set(starts).size).toBe(1);
      expect(await readShifts()).toEqual([]);
      expect(starts[0]).toBeGreaterThan(0);
    }
  });
});

describe('[PAINT-12] late fonts cause no layout shift', () => {
  const e2e = setUpE2e();
  let ann: TestPerson;
  const paths = {
    home: '/',
    profile: '/@ann_still',
    crud: '',
    'sign-in': '/signin',
    'sign-up': '/signup',
    recovery: '/forgot',
  };

  beforeAll(async () => {
    ann = await e2e.app.signUp({ name: 'Ann of the Long and Winding Name', handle: 'ann_still' });
    for (const message of ['Short.', LONG]) {
      const { uuid } = await ann.callOk('createActivity', {
        body: { user_handle: ann.handle, message, ttl: '1-day' },
      });
      paths.crud = `/@ann_still/status/${uuid}`;
    }
  });

  /** Visits with all font files held back until the page is complete. @returns the layout shift, and the held requests */
  async function visitWithLateFonts(page: Page, path: string): Promise<{ shift: number; held: number }> {
    const held: (() => Promise<void>)[] = [];
    await page.route('**/*.woff2', (route) => void held.push(() => route.continue()));
    await page.goto(path, { waitUntil: 'commit' });
    await page.getByRole('heading').first().waitFor();
    await until(() => Promise.resolve(held.length > 0), { what: 'fonts are requested' });
    await waitUntilHydrated(page);
    for (const release of held) await release();
    await until(() => page.evaluate(() => document.fonts.status === 'loaded'), { what: 'fonts are loaded' });
    return { shift: await measureLayoutShift(page), held: held.length };
  }

  it.each(Object.keys(paths) as (keyof typeof paths)[])('on a visitor’s %s', async (name) => {
    for (const size of SIZES) {
      await using visitor = await e2e.openBrowser();
      await visitor.page.setViewportSize(size);
      const { shift } = await visitWithLateFonts(visitor.page, paths[name]);
      expect(shift, `${size.width} px wide`).toBeLessThanOrEqual(SHIFT_MAX);
      expect(visitor.consoleProblems).toEqual([]);
    }
  });

  it('on a signed-in home', async () => {
    await using bob = await e2e.openSignedInBrowser({ name: 'Bob Still', handle: 'bob_still' });
    for (const size of SIZES) {
      await bob.page.setViewportSize(size);
      const { shift } = await visitWithLateFonts(bob.page, '/');
      expect(shift, `${size.width} px wide`).toBeLessThanOrEqual(SHIFT_MAX);
    }
  });

  it('because the text font is inlined in the page and used by the first paint', async () => {
    await using visitor = await e2e.openBrowser();
    const { page } = visitor;
    const requests = recordRequests(page);
    await page.goto('/');
    await page.getByText('Burning right now').waitFor();
    expect(await page.evaluate(() => document.fonts.check('16px "Figtree Variable"'))).toBe(true);
    expect(requests.filter((url) => url.includes('figtree'))).toEqual([]);
  });
});

describe('the frame', () => {
  const e2e = setUpE2e();

  it('[SCREEN-14] has its navigation at one place and in one width on all screens', async () => {
    await using ann = await e2e.openSignedInBrowser({ name: 'Ann Frame', handle: 'ann_frame' });
    const { page } = ann;
    const nav = page.locator('.nav');
    for (const width of [820, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      const atHome = await nav.boundingBox();
      for (const [path, title] of [
        ['/messages', 'Messages'],
        ['/machines', 'Machines'],
        ['/', 'Home'],
      ] as const) {
        if (path === '/machines') await page.goto(path);
        else await nav.locator(`a[href="${path}"]`).first().click();
        await page.waitForURL(path);
        // Another screen may have another frame, so the navigation is that of the new one once its title shows.
        await page.getByRole('heading', { level: 1, name: title }).waitFor();
        expect(await nav.boundingBox(), `${path}, ${width} px wide`).toEqual(atHome);
      }
    }
  });

  it('[TALK-17] has the header of the list of conversations before its chunk is loaded', async () => {
    await using ann = await e2e.openSignedInBrowser({ name: 'Ann Header', handle: 'ann_header' });
    const { page } = ann;
    const release = await holdRequests(page, chunkPath('conversation-list'));
    await page.goto('/messages');
    await page.locator('#root .skeleton').first().waitFor();
    const header = page.locator('#root').getByRole('heading', { level: 1, name: 'Messages' });
    expect(await header.count()).toBe(1);
    release();
    await page.getByRole('button', { name: 'New message' }).first().waitFor();
  });
});
