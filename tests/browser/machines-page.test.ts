import { filterLog, NO_FILTER } from '../../client/devtools/page/filter-log.ts';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { exportTrace, openMachinesPage, readActiveStates } from '../e2e/machines-page-helpers.ts';
import { overrideClientConfig } from '../e2e/override-client-config.ts';
import { recordRequests } from '../e2e/record-requests.ts';
import { setUpE2e } from '../e2e/set-up-e2e.ts';
import { findLeader, findRendererProcess, openMoreTabs, waitUntilLive } from '../e2e/shared-tabs.ts';
import { postCrud } from '../e2e/test-browser.ts';
import { findAccessibilityViolations } from '../support/find-accessibility-violations.ts';
import { until } from '../support/until.ts';

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const openTrace = (page: Page, name: string, trace: unknown) =>
  page.locator('input[type=file]').setInputFiles({
    name,
    mimeType: 'application/json',
    buffer: Buffer.from(JSON.stringify(trace)),
  });
const slider = (page: Page) => page.getByRole('slider', { name: 'Recorded time' });
const untilActive = (page: Page, state: string) =>
  until(async () => (await readActiveStates(page)).join() === state, { what: `the chart shows ${state}` });

describe('the machines page', () => {
  const e2e = setUpE2e();

  it('the leader’s end shows as a takeover', async () => {
    const { page } = await e2e.openSignedInBrowser({ name: 'Lea Der', handle: 'lea_der' });
    await page.goto('/');
    await waitUntilLive(page);
    const tabs = await openMoreTabs(page.context(), 2);
    await page.close();
    const { leader, others } = await findLeader(tabs);
    const [other] = others;
    if (!other) throw new Error('there is only one tab');
    // Before the chart moves, which keeps its own process busy.
    const leaderProcess = await findRendererProcess(leader);
    await openMachinesPage(other.page, 'tab-leadership');
    // The chart shows the actor that was reported last, which may be the leader's.
    const ownTab = other.page.getByRole('region', { name: 'This tab' });
    await ownTab.getByRole('button', { name: /^tab-leadership present\.following/ }).click();
    await other.page.getByRole('group', { name: /^Statechart .* present\.following,/ }).waitFor();
    process.kill(leaderProcess, 'SIGKILL');
    await untilActive(other.page, 'leading');
    const { entries } = await exportTrace(other.page);
    const granted = entries.find((entry) => entry.kind === 'event' && entry.event === 'GRANTED');
    expect(granted).toMatchObject({ states: ['present.leading'] });
  });

  it('the page needs no other origin, and axe reports no violation in any view or theme', async () => {
    const ann = await e2e.openSignedInBrowser({ name: 'Ann Machine', handle: 'ann_machine' });
    const { page } = ann;
    const outside: string[] = [];
    await page.context().route(
      (url) => url.origin !== e2e.app.url && !['blob:', 'data:'].includes(url.protocol),
      (route) => {
        outside.push(route.request().url());
        return route.abort();
      },
    );
    for (const [theme, width] of [
      ['light', 1280],
      ['dark', 390],
    ] as const) {
      await page.setViewportSize({ width, height: 844 });
      await page.evaluate((chosen) => localStorage.setItem('appearance', chosen), theme);
      await page.goto('/machines?machine=expiry&state=burning');
      await page.getByRole('region', { name: 'Time' }).waitFor();
      for (const view of ['Chart', 'Try', 'Text']) {
        await press(page, view);
        expect(await findAccessibilityViolations(page), `${view} ${theme}`).toEqual([]);
        const { scrollWidth, clientWidth } = await page.evaluate(() => {
          const { scrollWidth, clientWidth } = document.documentElement;
          return { scrollWidth, clientWidth };
        });
        expect(scrollWidth, view).toBeLessThanOrEqual(clientWidth);
      }
    }
    expect(outside).toEqual([]);
    expect(ann.consoleProblems).toEqual([]);
  });

  it('a sandboxed copy affects neither the session nor the server', async () => {
    const { page } = await e2e.openSignedInBrowser({ name: 'Try It', handle: 'try_it' });
    await page.goto('/machines?machine=session&view=try&state=signedIn.fresh.settled');
    const pane = page.getByRole('region', { name: 'Try it' });
    await pane.waitFor();
    await page.getByRole('button', { name: /^socket live/ }).waitFor();
    const requests = recordRequests(page);
    await pane.getByRole('button', { name: /^Until/ }).click();
    await pane.getByText('renew is running').waitFor();
    expect(await readActiveStates(page)).toEqual(['refreshing']);
    // Selecting another state does not change the copy.
    await page.getByRole('button', { name: /^State checking/ }).press('Enter');
    expect(await readActiveStates(page)).toEqual(['refreshing']);
    await pane
      .getByRole('button', { name: /sign out/i })
      .first()
      .click();
    await untilActive(page, 'visiting');
    expect(requests.filter((url) => !url.includes('/api/machines'))).toEqual([]);
    await press(page, 'Chart');
    await page.getByRole('button', { name: /^session signedIn/ }).waitFor();
  });

  it('a trace is opened, stepped through and closed; a file that is no trace changes nothing', async () => {
    const { page } = await e2e.openSignedInBrowser({ name: 'Step Back', handle: 'step_back' });
    await openMachinesPage(page, 'compose');
    await page.keyboard.press('n');
    await page.getByRole('dialog').getByRole('textbox').fill('something');
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    const trace = await exportTrace(page);
    await openTrace(page, 'one.json', trace);
    await page.getByText(/events replayed, with the same states\./).waitFor();
    await slider(page).press('Home');
    expect(await readActiveStates(page)).toEqual([]);
    const highlighted = new Set<string>();
    for (const { n } of trace.entries) {
      expect(n).toBeGreaterThan(0);
      await page.keyboard.press('ArrowRight');
      highlighted.add((await readActiveStates(page)).join());
    }
    expect(highlighted).toContain('editing');
    await press(page, 'Back to live');
    await page.getByText(/^Live, /).waitFor();
    await openTrace(page, 'other.json', { format: 'other' });
    await page.getByText('This file isn’t a Cruddur trace').waitFor();
    await page.getByText(/^Live, /).waitFor();
    // The trace is shown although the log is paused, scrolled back, or replaced by a copy.
    await press(page, 'Pause log');
    await slider(page).press('ArrowLeft');
    await press(page, 'Try');
    await page.getByRole('region', { name: 'Try it' }).waitFor();
    await openTrace(page, 'one.json', trace);
    await page.getByText('Replaying one.json').waitFor();
    await page.getByRole('region', { name: 'Try it' }).waitFor({ state: 'detached' });
    await page.getByText(`${filterLog(trace.entries, NO_FILTER).length} entries`).waitFor();
    expect(await slider(page).getAttribute('aria-valuetext')).toMatch(/, live$/);
  });

  it('actors of a screen that is left, or of a tab that closes unobserved, disappear from the page', async () => {
    const ann = await e2e.openSignedInBrowser({ name: 'Ann Leaves', handle: 'ann_leaves' });
    await postCrud(ann.page, 'it will burn');
    const observer = await ann.page.context().newPage();
    await openMachinesPage(observer, 'expiry');
    const elsewhere = observer.getByRole('region', { name: 'Another tab, 1' });
    await elsewhere.getByRole('button', { name: /^expiry/ }).waitFor();
    const messages = (page: Page) => page.getByRole('link', { name: 'Messages' }).first();
    await messages(ann.page).click();
    await elsewhere.getByRole('button', { name: /^expiry/ }).waitFor({ state: 'detached' });
    await elsewhere.getByRole('button', { name: /^session/ }).waitFor();

    await messages(observer).click();
    await observer.getByRole('heading', { name: 'Messages' }).first().waitFor();
    await ann.page.close();
    await observer.goBack();
    const here = observer.getByRole('region', { name: 'This tab' });
    await here.getByRole('button', { name: /^session/ }).waitFor();
    await elsewhere.waitFor({ state: 'detached' });
  });

  it('other tabs are counted from one, and do not replace what is shown of this one', async () => {
    await using visitor = await e2e.openBrowser();
    const openAnother = async ({ page }: { page: Page }) => (await page.context().newPage()).goto('/signin');
    const rowOf = ({ page }: { page: Page }, tab: string, machine: RegExp) =>
      page.getByRole('region', { name: tab }).getByRole('button', { name: machine });
    await openMachinesPage(visitor.page, 'sign-in');
    await openAnother(visitor);
    await rowOf(visitor, 'Another tab, 1', /^sign-in/).waitFor();

    const ann = await e2e.openSignedInBrowser({ name: 'Ann Counts', handle: 'ann_counts' });
    await openMachinesPage(ann.page, 'session');
    await openAnother(ann);
    await rowOf(ann, 'Another tab, 1', /^session/).waitFor();
    expect(await rowOf(ann, 'This tab', /^session/).getAttribute('aria-current')).toBe('true');
  });

  it('a link to an unknown element opens an existing chart, also where the server does not publish its machines', async () => {
    await using visitor = await e2e.openBrowser();
    const { page } = visitor;
    await overrideClientConfig(page.context(), e2e.app.url, { config: { machines_server: false } });
    const requests = recordRequests(page);
    for (const link of [
      'machine=toaster&view=try',
      'machine=compose&view=try&state=nowhere',
      'machine=__proto__&view=text',
      'machine=compose&view=try&state=',
      'machine=compose&state=open.&actor=unknown&transition=none',
      'machine=session',
    ]) {
      await page.goto(`/machines?${link}`);
      await page.getByRole('region', { name: 'Time' }).waitFor();
    }
    await page.getByText('This server doesn’t publish its machines.').waitFor();
    expect(requests.filter((url) => url.includes('/api/machines'))).toEqual([]);
    expect(visitor.consoleProblems).toEqual([]);
  });

  it('a session of the real page is recorded and shown in lanes, live and from a file', async () => {
    const author = await e2e.openSignedInBrowser({ name: 'Lane Author', handle: 'lane_author' });
    const { page: tab } = author;
    const events = (page: Page) => page.getByRole('region', { name: 'Entries' }).getByRole('listitem');
    const stateOf = (page: Page, lane: string) => {
      const lanes = page.getByRole('list', { name: 'States' }).getByRole('listitem');
      return lanes.filter({ hasText: lane }).locator('span');
    };
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
    expect(await findAccessibilityViolations(page)).toEqual([]);
    await request.first().getByRole('button').click();
    await stateOf(page, 'server').getByText('1 socket').waitFor();
    await press(page, 'Next event');
    await press(page, 'Previous event');
    await request.locator('[aria-current]').waitFor();
    // The charts are at the same position.
    await press(page, 'Chart');
    const shown = (await slider(page).getAttribute('aria-valuetext')) ?? '';
    expect(Number(/, (\d+) of \d+ entries$/.exec(shown)?.[1])).toBeGreaterThan(0);
    await press(page, 'Lanes');
    await request.locator('[aria-current]').waitFor();
    await press(page, 'Go to now');

    await openTrace(page, 'session.json', await exportTrace(page));
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
});
