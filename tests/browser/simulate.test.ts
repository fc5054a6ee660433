import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { recordRequests } from '../e2e/record-requests.ts';
import { setUpE2e } from '../e2e/set-up-e2e.ts';
import { buildWorld } from '../proof/simulation/build-world.ts';
import { runSeeds } from '../proof/simulation/run-seeds.ts';
import { chooseSabotages } from '../proof/simulation/try-sabotages.ts';
import { watchAddress } from '../proof/simulation/watch-address.ts';
import { findAccessibilityViolations } from '../support/find-accessibility-violations.ts';
import { until } from '../support/until.ts';

/** The page shows no more of them. */
const REPORTS_MAX = 8;

const urlOf = (seed: number, options: Record<string, string> = {}) =>
  `/machines?${new URLSearchParams({ view: 'simulate', seed: String(seed), ...options }).toString()}`;

const slider = (page: Page) => page.getByRole('slider', { name: 'Virtual time' });
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const lengthOf = async (page: Page) => Number(await slider(page).getAttribute('max'));
const checker = (page: Page) => page.getByRole('region', { name: 'Checker' });

/** The state of a lane at the shown position. */
const stateOf = (page: Page, lane: string) =>
  page.getByRole('list', { name: 'States' }).getByRole('listitem').filter({ hasText: lane }).locator('span');

describe('the simulation on the page', () => {
  const e2e = setUpE2e();

  it('a seed has the same history in a page as on the command line, with and without a sabotage', async () => {
    await using browser = await e2e.openBrowser();
    const { page } = browser;
    const sabotage = 'apply-twice';
    const sabotaged = await buildWorld(sabotage, chooseSabotages(sabotage)[0]?.patches);
    for (const { bundle, options } of [
      { bundle: await buildWorld('world'), options: { sabotage: '' } },
      { bundle: sabotaged, options: { sabotage } },
    ]) {
      const { results } = await runSeeds({ bundle, from: 1, count: 1 });
      await page.goto(urlOf(1, { ...options, speed: 'full' }));
      await page.getByText(`hash ${results[0]?.hash}`).waitFor();
      const reports = checker(page).getByRole('listitem');
      expect(await reports.count()).toBe(Math.min(results[0]?.violations.length ?? 0, REPORTS_MAX));
    }
    expect(browser.consoleProblems).toEqual([]);
  });

  it('a link opens a seed with its sabotage; the broken sentence and its event are shown', async () => {
    await using browser = await e2e.openBrowser();
    const { page } = browser;
    // As the command prints it.
    const { pathname, search } = new URL(watchAddress(1, { sabotage: 'apply-twice' }));
    await page.goto(pathname + search);
    await checker(page).getByText('The promise was broken').waitFor();
    await checker(page).getByText('It appears exactly once.').first().waitFor();
    expect(await findAccessibilityViolations(page)).toEqual([]);
    await checker(page).getByRole('button', { name: 'Show the event' }).first().click();
    const current = page.getByRole('region', { name: 'Entries' }).locator('[aria-current]');
    await current.getByText('applies').waitFor();
    // Without the sabotage, the same seed keeps the promise.
    await page.getByLabel('Sabotage').selectOption('None');
    await checker(page).getByText('The promise was kept.').waitFor();
    expect(new URL(page.url()).searchParams.get('sabotage')).toBeNull();
  });

  it('a schedule runs, pauses and steps, its past is scrubbed by keyboard, and the viewer adds faults', async () => {
    await using browser = await e2e.openBrowser();
    const { page } = browser;
    await page.goto(urlOf(1, { speed: '1/10' }));
    await press(page, 'Next event');
    await until(async () => (await lengthOf(page)) > 0, { what: 'an event was reported' });
    expect(await findAccessibilityViolations(page)).toEqual([]);
    const first = await lengthOf(page);
    await press(page, 'Next event');
    await until(async () => (await lengthOf(page)) > first, { what: 'the next event was reported' });
    expect(await slider(page).getAttribute('aria-valuetext')).toMatch(/^0\.\d{3} s, paused$/);
    await press(page, 'Run');
    await stateOf(page, 'of ben').getByText('leading, live').first().waitFor();
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

  it('only the view loads the worker; without a seed it shows a schedule with all five tabs', async () => {
    await using browser = await e2e.openBrowser();
    const { page } = browser;
    const requests = recordRequests(page);
    const hasWorker = () => requests.some((url) => url.includes('/static/js/simulation.'));
    await page.goto('/machines');
    await press(page, 'Text');
    await page.getByRole('region', { name: 'Text description of the chart' }).waitFor();
    expect(hasWorker()).toBe(false);
    await press(page, 'Simulate');
    await checker(page).waitFor();
    await until(hasWorker, { what: 'the worker is loaded' });
    await page.goto('/machines?view=simulate&speed=full');
    for (const tab of ['tab 1 of ann', 'tab 2 of ann', 'tab 3 of ann', 'tab 4 of ben', 'tab 5 of ben'])
      await stateOf(page, tab).waitFor();
  });
});
