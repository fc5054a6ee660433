import type { Page } from 'playwright-core';
import { describe, expect, inject, it } from 'vitest';
import { buildWorld } from '../simulation/build-world.ts';
import { runSeeds } from '../simulation/run-seeds.ts';
import { chooseSabotages } from '../simulation/try-sabotages.ts';
import { watchAddress } from '../simulation/watch-address.ts';
import { findAccessibilityViolations } from '../support/find-accessibility-violations.ts';
import { until } from '../support/until.ts';
import { recordRequests } from './record-requests.ts';
import { setUpE2e } from './set-up-e2e.ts';

/** The page shows no more of them. */
const REPORTS_MAX = 8;
const WORKER = '/static/js/simulation.';

const urlOf = (seed: number, options: Record<string, string> = {}) =>
  `/machines?${new URLSearchParams({ view: 'simulate', seed: String(seed), ...options }).toString()}`;

const slider = (page: Page) => page.getByRole('slider', { name: 'Virtual time' });
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const lengthOf = async (page: Page) => Number(await slider(page).getAttribute('max'));

/** The state of a lane at the shown position. */
const stateOf = (page: Page, lane: string) =>
  page.getByRole('list', { name: 'States' }).getByRole('listitem').filter({ hasText: lane }).locator('span');

describe('the simulation on the page', () => {
  const e2e = setUpE2e();

  it('[SIM-21] a seed has the same history in a page as on the command line, with and without a sabotage', async () => {
    await using browser = await e2e.openBrowser();
    const { page } = browser;
    const sabotage = 'apply-twice';
    const worlds = [
      { bundle: await buildWorld('world'), seed: 1, options: { sabotage: '' } },
      {
        bundle: await buildWorld(sabotage, chooseSabotages(sabotage)[0]?.patches),
        seed: 1,
        options: { sabotage },
      },
      { bundle: await buildWorld('world'), seed: 2, options: { sabotage: '' } },
    ];
    for (const { bundle, seed, options } of worlds) {
      const { results } = await runSeeds({ bundle, from: seed, count: 1 });
      await page.goto(urlOf(seed, { ...options, speed: 'full' }));
      await page.getByText(`hash ${results[0]?.hash}`).waitFor();
      const reports = page.getByRole('region', { name: 'Checker' }).getByRole('listitem');
      expect(await reports.count()).toBe(Math.min(results[0]?.violations.length ?? 0, REPORTS_MAX));
    }
    expect(browser.consoleProblems).toEqual([]);
  });

  it('[MACHINES-60] a link opens a seed with its sabotage; the broken sentence and its event are shown', async () => {
    await using browser = await e2e.openBrowser();
    const { page } = browser;
    // As the command prints it.
    const { pathname, search } = new URL(watchAddress(1, { sabotage: 'apply-twice' }));
    await page.goto(pathname + search);
    const report = page.getByRole('region', { name: 'Checker' });
    await report.getByText('The promise was broken').waitFor();
    await report.getByText('It appears exactly once.').first().waitFor();
    await report.getByRole('button', { name: 'Show the event' }).first().click();
    const current = page.getByRole('region', { name: 'Entries' }).locator('[aria-current]');
    await current.getByText('applies').waitFor();
    // Without the sabotage, the same seed keeps the promise.
    await page.getByLabel('Sabotage').selectOption('None');
    await report.getByText('The promise was kept.').waitFor();
    expect(new URL(page.url()).searchParams.get('sabotage')).toBeNull();
  });

  it('[MACHINES-61] a schedule runs, pauses and steps, and its past is scrubbed by keyboard', async () => {
    await using browser = await e2e.openBrowser();
    const { page } = browser;
    await page.goto(urlOf(1, { speed: '1/10' }));
    await press(page, 'Next event');
    await until(async () => (await lengthOf(page)) > 0, { what: 'an event was reported' });
    const first = await lengthOf(page);
    await press(page, 'Next event');
    await until(async () => (await lengthOf(page)) > first, { what: 'the next event was reported' });
    expect(await slider(page).getAttribute('aria-valuetext')).toMatch(/^0\.\d{3} s, paused$/);
    await press(page, 'Run');
    await until(async () => (await lengthOf(page)) > 200, { what: 'the schedule runs' });
    await press(page, 'Pause');
    await page.getByText('paused', { exact: true }).waitFor();
    const paused = await lengthOf(page);
    await slider(page).press('Home');
    expect(await slider(page).getAttribute('aria-valuetext')).toBe(`0.000 s, 0 of ${paused} entries`);
    expect(await stateOf(page, 'gateway a').textContent()).toBe('not there yet');
    await slider(page).press('ArrowRight');
    await press(page, 'Next event');
    await press(page, 'Previous event');
    await slider(page).press('End');
    await stateOf(page, 'gateway a').getByText('at head').waitFor();
    expect(await lengthOf(page)).toBe(paused);
  });

  it('[MACHINES-62] the viewer cuts Redis, kills a gateway, freezes a leader, steps a clock and drops an envelope', async () => {
    await using browser = await e2e.openBrowser();
    const { page } = browser;
    await page.goto(urlOf(1, { speed: '1/10' }));
    await press(page, 'Run');
    await stateOf(page, 'of ben').getByText('leading, live').first().waitFor();
    await press(page, 'Pause');
    await page.getByLabel('Kind of event').selectOption('History');
    await page.getByLabel('Clock to step').selectOption('gateway b');
    const noted = page.getByRole('region', { name: 'Entries' });
    for (const [button, fault] of [
      ['Cut Redis', 'bus cut'],
      ['Freeze Ben’s leader', 'leader of ben frozen'],
      ['Kill gateway a', 'gateway a killed'],
      ['Step clock', 'clock of gateway b stepped'],
      ['Drop next envelope', 'next envelope dropped'],
    ] as const) {
      await press(page, button);
      await press(page, 'Next event');
      await noted.getByText(fault, { exact: true }).waitFor();
    }
    for (const button of ['Cut Redis', 'Freeze Ben’s leader', 'Kill gateway a'])
      expect(await page.getByRole('button', { name: button }).getAttribute('aria-pressed')).toBe('true');
    await stateOf(page, 'bus').getByText('cut').waitFor();
    await stateOf(page, 'gateway a').getByText('killed').waitFor();
    await press(page, 'Cut Redis');
    await press(page, 'Next event');
    await noted.getByText('end of bus cut', { exact: true }).waitFor();
    await stateOf(page, 'bus').getByText('available').waitFor();
    await press(page, 'Add an action');
    await page.getByLabel('Speed').selectOption('As fast as possible');
    await press(page, 'Run');
    await page.getByText('The promise was kept.').waitFor();
  });

  it('[MACHINES-63] axe reports no violation while it runs and after it has ended', async () => {
    await using browser = await e2e.openBrowser();
    const { page } = browser;
    for (const theme of inject('form') === 'full' ? ['dark', 'light'] : ['light']) {
      await page.goto('/');
      await page.evaluate((chosen) => localStorage.setItem('appearance', chosen), theme);
      await page.goto(urlOf(4, { speed: '1' }));
      await press(page, 'Next event');
      await until(async () => (await lengthOf(page)) > 0, { what: 'an event was reported' });
      expect(await findAccessibilityViolations(page), `paused ${theme}`).toEqual([]);
      await page.goto(urlOf(1, { speed: 'full', sabotage: 'apply-twice' }));
      await page.getByText('The promise was broken').waitFor();
      expect(await findAccessibilityViolations(page), `ended ${theme}`).toEqual([]);
    }
  });

  it('[MACHINES-64] only the view loads the worker', async () => {
    await using browser = await e2e.openBrowser();
    const { page } = browser;
    const requests = recordRequests(page);
    await page.goto('/machines');
    await page.getByRole('button', { name: 'Simulate', exact: true }).waitFor();
    await page.getByRole('button', { name: 'Text', exact: true }).click();
    await page.getByRole('region', { name: 'Text description of the chart' }).waitFor();
    expect(requests.filter((url) => url.includes(WORKER))).toEqual([]);
    await page.getByRole('button', { name: 'Simulate', exact: true }).click();
    await page.getByRole('region', { name: 'Checker' }).waitFor();
    await until(() => requests.some((url) => url.includes(WORKER)), { what: 'the worker is loaded' });
  });

  it('[MACHINES-66] without a seed, the view shows a schedule with all five tabs', async () => {
    await using browser = await e2e.openBrowser();
    const { page } = browser;
    await page.goto('/machines?view=simulate&speed=full');
    for (const tab of ['tab 1 of ann', 'tab 2 of ann', 'tab 3 of ann', 'tab 4 of ben', 'tab 5 of ben'])
      await stateOf(page, tab).waitFor();
  });
});
