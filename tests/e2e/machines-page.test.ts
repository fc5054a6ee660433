import { describe, expect, inject, it } from 'vitest';
import { findAccessibilityViolations } from '../support/find-accessibility-violations.ts';
import { until } from '../support/until.ts';
import { readActiveStates, openMachinesPage, exportTrace } from './machines-page-helpers.ts';
import { recordRequests } from './record-requests.ts';
import { waitUntilLive, findLeader, openMoreTabs, findRendererProcess } from './shared-tabs.ts';
import { setUpE2e } from './set-up-e2e.ts';

describe('the machines page', () => {
  const e2e = setUpE2e();

  it('[MACHINES-36] the leader’s end shows as a takeover', async () => {
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
    await other.page.getByRole('region', { name: 'This tab' }).getByText('present.following').waitFor();
    process.kill(leaderProcess, 'SIGKILL');
    await until(async () => (await readActiveStates(other.page)).join() === 'leading', {
      what: 'the state leading is highlighted',
    });
    const { entries } = await exportTrace(other.page);
    const granted = entries.find((entry) => entry.kind === 'event' && entry.event === 'GRANTED');
    expect(granted).toMatchObject({ states: ['present.leading'] });
  });

  it('[MACHINES-37] the page needs no other origin, and axe reports no violation in any view or theme', async () => {
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
    for (const theme of inject('form') === 'full' ? ['dark', 'light'] : ['light']) {
      await page.goto('/');
      await page.evaluate((chosen) => localStorage.setItem('appearance', chosen), theme);
      await openMachinesPage(page, 'conversation');
      for (const view of ['Chart', 'Try', 'Text']) {
        await page.getByRole('button', { name: view, exact: true }).click();
        expect(await findAccessibilityViolations(page), `${view} ${theme}`).toEqual([]);
      }
    }
    expect(outside).toEqual([]);
    expect(ann.consoleProblems).toEqual([]);
  });

  it('[MACHINES-38] a sandboxed copy affects neither the session nor the server', async () => {
    const { page } = await e2e.openSignedInBrowser({ name: 'Try It', handle: 'try_it' });
    await openMachinesPage(page, 'session');
    await page.getByRole('button', { name: /^session signedIn/ }).waitFor();
    await page.getByRole('button', { name: /^connection live/ }).waitFor();
    await page.goto('/machines?machine=session&view=try&state=signedIn.fresh');
    const pane = page.getByRole('region', { name: 'Try it' });
    await pane.waitFor();
    await page.getByRole('button', { name: /^connection live/ }).waitFor();
    const requests = recordRequests(page);
    await pane
      .getByRole('button', { name: /sign out/i })
      .first()
      .click();
    await pane.getByText('leave is running').waitFor();
    expect(await readActiveStates(page)).toEqual(['signingOut']);
    // Selecting another state does not change the copy.
    await page.getByRole('button', { name: /^State checking/ }).press('Enter');
    expect(await readActiveStates(page)).toEqual(['signingOut']);
    await pane.getByRole('listitem').getByRole('button').last().waitFor();
    await pane.getByRole('button', { name: /^Until/ }).click();
    await until(async () => (await readActiveStates(page)).join() === 'signedOut', {
      what: 'the copy is closed',
    });
    expect(requests.filter((url) => !url.includes('/api/machines'))).toEqual([]);
    await page.getByRole('button', { name: 'Chart', exact: true }).click();
    await page.getByRole('button', { name: /^session signedIn/ }).waitFor();
  });

  it('[MACHINES-39] a trace is opened, stepped through and closed', async () => {
    const { page } = await e2e.openSignedInBrowser({ name: 'Step Back', handle: 'step_back' });
    await openMachinesPage(page, 'compose');
    await page.keyboard.press('n');
    await page.getByRole('dialog').getByRole('textbox').fill('something');
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    const trace = await exportTrace(page);
    const file = {
      name: 'one.json',
      mimeType: 'application/json',
      buffer: Buffer.from(JSON.stringify(trace)),
    };
    await page.locator('input[type=file]').setInputFiles(file);
    await page.getByText(/events replayed, with the same states\./).waitFor();
    const slider = page.getByRole('slider', { name: 'Recorded time' });
    await slider.focus();
    await page.keyboard.press('Home');
    expect(await readActiveStates(page)).toEqual([]);
    const highlighted = new Set<string>();
    for (const { n } of trace.entries) {
      expect(n).toBeGreaterThan(0);
      await page.keyboard.press('ArrowRight');
      highlighted.add((await readActiveStates(page)).join());
    }
    expect(highlighted).toContain('editing');
    await page.getByRole('button', { name: 'Back to live' }).click();
    await page.getByText(/^Live, /).waitFor();
    // A file that is no trace changes nothing.
    await page
      .locator('input[type=file]')
      .setInputFiles({ ...file, buffer: Buffer.from('{"format":"other"}') });
    await page.getByText('This file isn’t a Cruddur trace').waitFor();
    await page.getByText(/^Live, /).waitFor();
    // The trace is shown although the log is paused, scrolled back, or replaced by a copy.
    await page.getByRole('button', { name: 'Pause log' }).click();
    await slider.press('ArrowLeft');
    await page.getByRole('button', { name: 'Try', exact: true }).click();
    await page.locator('input[type=file]').setInputFiles(file);
    await page.getByText(`Replaying ${file.name}`).waitFor();
    await page.getByRole('region', { name: 'Try it' }).waitFor({ state: 'detached' });
    await page.getByText(`${trace.entries.length} entries`).waitFor();
    expect(await slider.getAttribute('aria-valuetext')).toMatch(/, live$/);
  });
});
