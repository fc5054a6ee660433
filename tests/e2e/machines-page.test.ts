import { readFile } from 'node:fs/promises';
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { describeChart } from '../../client/src/charts/describe-chart.ts';
import { parseTrace } from '../../client/src/inspect/parse-trace.ts';
import { replay } from '../../client/src/inspect/replay.ts';
import type { Trace } from '../../client/src/inspect/trace.ts';
import { catalogue } from '../../client/src/machines/catalogue.ts';
import { until } from '../support/until.ts';
import { fillInSignIn, PASSWORD } from './person.ts';
import { isLive, leaderOf, openMore, processOf } from './shared-tabs.ts';
import { setStage } from './stage.ts';

/** How soon a state is lit after it was entered, in milliseconds: the middle of all that were. */
const LIT_MS = 100;

interface Lit {
  states: string;
  /** Epoch milliseconds. */
  at: number;
}

/** The names of the innermost states that the chart shows as active now. */
const litIn = (page: Page) => page.locator('.sc-state.now:not(.around) .sc-name').allTextContents();

async function openMachines(page: Page, machine: string): Promise<void> {
  await page.goto(`/machines?machine=${machine}`);
  await page.getByRole('heading', { name: machine, exact: true }).waitFor();
}

/** Notes what the chart shows whenever that changes, by the page's own clock. */
async function noteLit(page: Page): Promise<() => Promise<Lit[]>> {
  await page.evaluate(() => {
    const lit: { states: string; at: number }[] = [];
    const look = () => {
      const names = [...document.querySelectorAll('.sc-state.now:not(.around) .sc-name')];
      const states = names.map((name) => name.textContent).join();
      if (lit.at(-1)?.states !== states) lit.push({ states, at: performance.timeOrigin + performance.now() });
    };
    new MutationObserver(look).observe(document.body, {
      ...{ subtree: true, childList: true, attributes: true, attributeFilter: ['class'] },
    });
    Object.assign(globalThis, { lit });
  });
  return () => page.evaluate(() => (globalThis as unknown as { lit: Lit[] }).lit);
}

/** The record so far, as the page hands it to a person. */
async function takeTrace(page: Page): Promise<Trace> {
  await page.getByRole('button', { name: 'Export' }).click();
  const download = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: 'JSON trace' }).click();
  return parseTrace(await readFile(await (await download).path(), 'utf8'));
}

const leafOf = (state: string) => state.split('.').at(-1) ?? '';

describe('the page of the machines', () => {
  const stage = setStage();

  it('[MACHINES-34, MACHINES-35] a sign-in in one tab lights the chart in another, step by step, and plays again', async () => {
    await using visitor = await stage.visit();
    const { page } = visitor;
    const person = await stage.app.signUp({ name: 'Sig Nin', handle: 'sig_nin' });
    await page.goto('/signin');
    const watching = await page.context().newPage();
    await openMachines(watching, 'sign-in');
    await watching.getByRole('button', { name: /^sign-in form/ }).waitFor();
    const lit = await noteLit(watching);
    await fillInSignIn(page, person);
    await watching
      .getByRole('button', { name: /^session signedIn/ })
      .first()
      .waitFor();

    const { entries } = await takeTrace(watching);
    const own = entries.filter(({ actor }) => /^sign-in-\d+$/.test(actor));
    const heard = own.flatMap((entry) => (entry.kind === 'event' ? [entry] : []));
    // The page goes away with the session's beginning, before its machine hears of it.
    expect(heard.map(({ event }) => event).slice(0, 4)).toEqual([
      ...['EDIT', 'EDIT', 'SUBMIT', 'done signIn'],
    ]);
    expect(own.find(({ kind }) => kind === 'end')).toBeDefined();
    // Whoever looks sees each step that leads elsewhere; those that follow at once may share a look.
    const seen = await lit();
    const places = heard.map(({ states }) => states.map(leafOf).join());
    const delays = heard.flatMap(({ at }, index) => {
      if (places[index] === places[index - 1]) return [];
      const found = seen.find((look) => look.at >= at && places.slice(index).includes(look.states));
      expect(found, `${places[index] ?? ''} is lit`).toBeDefined();
      return [(found?.at ?? Infinity) - at];
    });
    const [middle] = delays.sort((one, other) => one - other).slice(Math.floor(delays.length / 2));
    expect(middle, `lit after ${delays.map(Math.round).join(', ')} ms`).toBeLessThan(LIT_MS);

    const text = JSON.stringify(entries);
    for (const secret of [person.email, PASSWORD, person.handle]) expect(text).not.toContain(secret);
    const charts = catalogue.map(({ machine }) => describeChart(machine));
    expect(replay(entries, charts).differences).toEqual([]);
    expect(visitor.complaints).toEqual([]);
  });

  it('[MACHINES-36] the leader’s end shows as a takeover', async () => {
    const { page } = await stage.arrive({ name: 'Lea Der', handle: 'lea_der' });
    await page.goto('/');
    await isLive(page);
    const tabs = await openMore(page.context(), 2);
    await page.close();
    const { leader, others } = await leaderOf(tabs);
    const [other] = others;
    if (!other) throw new Error('there is one tab only');
    await openMachines(other.page, 'tab-leadership');
    await other.page.getByRole('region', { name: 'This tab' }).getByText('present.following').waitFor();
    process.kill(await processOf(leader), 'SIGKILL');
    await until(async () => (await litIn(other.page)).join() === 'leading', { what: 'leading is lit' });
    const { entries } = await takeTrace(other.page);
    const granted = entries.find((entry) => entry.kind === 'event' && entry.event === 'GRANTED');
    expect(granted).toMatchObject({ states: ['present.leading'] });
  });

  it('[MACHINES-37] it needs nothing but its own origin, and no fault is found in any view or theme', async () => {
    const ann = await stage.arrive({ name: 'Ann Machine', handle: 'ann_machine' });
    const { page } = ann;
    const outside: string[] = [];
    await page.context().route(
      (url) => url.origin !== stage.app.url && !['blob:', 'data:'].includes(url.protocol),
      (route) => {
        outside.push(route.request().url());
        return route.abort();
      },
    );
    for (const theme of ['dark', 'light']) {
      await page.goto('/');
      await page.evaluate((chosen) => localStorage.setItem('appearance', chosen), theme);
      await openMachines(page, 'conversation');
      for (const view of ['Chart', 'Try', 'Text']) {
        await page.getByRole('button', { name: view, exact: true }).click();
        const { violations } = await new AxeBuilder({ page }).analyze();
        expect(
          violations.map(({ id, nodes }) => `${view} ${theme} ${id} ${nodes.map(({ html }) => html).join()}`),
        ).toEqual([]);
      }
    }
    expect(outside).toEqual([]);
    expect(ann.complaints).toEqual([]);
  });

  it('[MACHINES-38] a copy is tried without anything reaching the session or the server', async () => {
    const { page } = await stage.arrive({ name: 'Try It', handle: 'try_it' });
    await openMachines(page, 'session');
    await page.getByRole('button', { name: /^session signedIn/ }).waitFor();
    await page.getByRole('button', { name: /^connection live/ }).waitFor();
    await page.goto('/machines?machine=session&view=try&state=signedIn.fresh');
    const pane = page.getByRole('region', { name: 'Try it' });
    await pane.waitFor();
    await page.getByRole('button', { name: /^connection live/ }).waitFor();
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await pane
      .getByRole('button', { name: /sign out/i })
      .first()
      .click();
    await pane.getByText('leave is at work').waitFor();
    expect(await litIn(page)).toEqual(['signingOut']);
    // Looking at another state leaves the copy where it is.
    await page.getByRole('button', { name: /^State checking/ }).click();
    expect(await litIn(page)).toEqual(['signingOut']);
    await pane.getByRole('listitem').getByRole('button').last().waitFor();
    await pane.getByRole('button', { name: /^Until/ }).click();
    await until(async () => (await litIn(page)).join() === 'signedOut', { what: 'the copy has left' });
    expect(asked.filter((url) => !url.includes('/api/machines'))).toEqual([]);
    await page.getByRole('button', { name: 'Chart', exact: true }).click();
    await page.getByRole('button', { name: /^session signedIn/ }).waitFor();
  });

  it('[MACHINES-39] a trace is opened, stepped through, and left again', async () => {
    const { page } = await stage.arrive({ name: 'Step Back', handle: 'step_back' });
    await openMachines(page, 'compose');
    await page.keyboard.press('n');
    await page.getByRole('dialog').getByRole('textbox').fill('something');
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    const trace = await takeTrace(page);
    const file = {
      name: 'one.json',
      mimeType: 'application/json',
      buffer: Buffer.from(JSON.stringify(trace)),
    };
    await page.locator('input[type=file]').setInputFiles(file);
    await page.getByText(/events played again: the same states\./).waitFor();
    const slider = page.getByRole('slider', { name: 'Recorded time' });
    await slider.focus();
    await page.keyboard.press('Home');
    expect(await litIn(page)).toEqual([]);
    const lit = new Set<string>();
    for (const { n } of trace.entries) {
      expect(n).toBeGreaterThan(0);
      await page.keyboard.press('ArrowRight');
      lit.add((await litIn(page)).join());
    }
    expect(lit).toContain('editing');
    await page.getByRole('button', { name: 'Back to live' }).click();
    await page.getByText(/^Live, /).waitFor();
    // What is no trace takes nothing away.
    await page
      .locator('input[type=file]')
      .setInputFiles({ ...file, buffer: Buffer.from('{"format":"other"}') });
    await page.getByText('This is no trace of Cruddur').waitFor();
    await page.getByText(/^Live, /).waitFor();
    // Whoever has paused the log, stands somewhere in it or tries a copy sees the trace all the same.
    await page.getByRole('button', { name: 'Pause the log' }).click();
    await slider.press('ArrowLeft');
    await page.getByRole('button', { name: 'Try', exact: true }).click();
    await page.locator('input[type=file]').setInputFiles(file);
    await page.getByText(`Replaying ${file.name}`).waitFor();
    await page.getByRole('region', { name: 'Try it' }).waitFor({ state: 'detached' });
    await page.getByText(`${trace.entries.length} entries`).waitFor();
    expect(await slider.getAttribute('aria-valuetext')).toMatch(/, live$/);
  });
});
