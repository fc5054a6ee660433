import type { Page } from 'playwright-core';
import { describe, expect, inject, it } from 'vitest';
import { findAccessibilityViolations } from '../support/find-accessibility-violations.ts';
import { exportTrace } from './machines-page-helpers.ts';
import { waitUntilLive } from './shared-tabs.ts';
import { setUpE2e } from './set-up-e2e.ts';
import { postCrud } from './test-browser.ts';

const LANES = '/machines?view=lanes';

const events = (page: Page) => page.getByRole('region', { name: 'Entries' }).getByRole('listitem');
const slider = (page: Page) => page.getByRole('slider', { name: 'Recorded time' });
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

/** The state of a lane at the shown position. */
const stateOf = (page: Page, lane: string) =>
  page.getByRole('list', { name: 'States' }).getByRole('listitem').filter({ hasText: lane }).locator('span');

describe('a recording in lanes', () => {
  const e2e = setUpE2e();

  it('[MACHINES-68] a session of the real page is recorded and shown in lanes, live and from a file', async () => {
    const author = await e2e.openSignedInBrowser({ name: 'Lane Author', handle: 'lane_author' });
    const { page: tab } = author;
    await tab.goto('/');
    await waitUntilLive(tab);
    const page = await tab.context().newPage();
    await page.goto('/machines');
    await press(page, 'Lanes');
    expect(new URL(page.url()).searchParams.get('view')).toBe('lanes');
    await stateOf(page, 'this tab').getByText('following, live').waitFor();
    await stateOf(page, 'tab 2').getByText('leading, live').waitFor();
    await postCrud(tab, 'in a lane');

    // The request and its answer, by the tab that has sent them.
    const request = events(page).filter({ hasText: 'outbox attempt starts' });
    const answer = events(page).filter({ hasText: 'outbox done attempt' });
    await request.getByText('→ server').first().waitFor();
    await answer.getByText('server →').first().waitFor();
    await page.locator('.ln-arrow.of-http[d^="M"]').nth(1).waitFor();
    await request.first().getByRole('button').click();
    await stateOf(page, 'server').getByText('1 socket').waitFor();
    await press(page, 'Next event');
    await press(page, 'Previous event');
    await request.locator('[aria-current]').waitFor();
    // The charts are at the same position.
    await press(page, 'Chart');
    const [, position] =
      /, (\d+) of \d+ entries$/.exec((await slider(page).getAttribute('aria-valuetext')) ?? '') ?? [];
    expect(Number(position)).toBeGreaterThan(0);
    await press(page, 'Lanes');
    await request.locator('[aria-current]').waitFor();
    await press(page, 'Go to now');

    const trace = await exportTrace(page);
    await page.locator('input[type=file]').setInputFiles({
      name: 'session.json',
      mimeType: 'application/json',
      buffer: Buffer.from(JSON.stringify(trace)),
    });
    await page.getByText(/events replayed, with the same states\./).waitFor();
    await stateOf(page, 'tab 1').first().waitFor();
    await answer.first().getByRole('button').click();
    await slider(page).press('Home');
    expect(await slider(page).getAttribute('aria-valuetext')).toMatch(/^0\.000 s, 0 of \d+ entries$/);
    await slider(page).press('End');
    await press(page, 'Back to live');
    await stateOf(page, 'this tab').getByText('following, live').waitFor();
    expect(author.consoleProblems).toEqual([]);
  });

  it('[MACHINES-69] axe reports no violation in the lanes of a recording', async () => {
    const { page } = await e2e.openSignedInBrowser({ name: 'Lane Reader', handle: 'lane_reader' });
    for (const theme of inject('form') === 'full' ? ['dark', 'light'] : ['light']) {
      await page.goto('/');
      await page.evaluate((chosen) => localStorage.setItem('appearance', chosen), theme);
      await page.goto(LANES);
      await stateOf(page, 'this tab').getByText('leading, live').waitFor();
      expect(await findAccessibilityViolations(page), theme).toEqual([]);
    }
  });
});
