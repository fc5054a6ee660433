import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { describeChart } from '../../client/src/devtools/charts/describe-chart.ts';
import { replayTrace } from '../../client/src/devtools/inspect/replay-trace.ts';
import { machineCatalogue } from '../../client/src/machines/machine-catalogue.ts';
import { openMachinesPage, exportTrace } from './machines-page-helpers.ts';
import { fillInSignIn, PASSWORD } from './test-browser.ts';
import { setUpE2e } from './set-up-e2e.ts';

/** The median delay from entering a state to its highlight, in milliseconds. */
const ACTIVE_MAX_MS = 100;

interface ActiveStates {
  states: string;
  /** Epoch milliseconds. */
  at: number;
}

/** Records what the chart highlights at each change, by the page's own clock. */
async function recordActiveStates(page: Page): Promise<() => Promise<ActiveStates[]>> {
  await page.evaluate(() => {
    const lit: { states: string; at: number }[] = [];
    const look = () => {
      const names = [...document.querySelectorAll('.sc-state.now:not(.composite) .sc-name')];
      const states = names.map((name) => name.textContent).join();
      if (lit.at(-1)?.states !== states) lit.push({ states, at: performance.timeOrigin + performance.now() });
    };
    new MutationObserver(look).observe(document.body, {
      subtree: true,
      childList: true,
      attributes: true,
      attributeFilter: ['class'],
    });
    Object.assign(globalThis, { lit });
  });
  return () => page.evaluate(() => (globalThis as unknown as { lit: ActiveStates[] }).lit);
}

const leafOf = (state: string) => state.split('.').at(-1) ?? '';

describe('the live chart of a machine', () => {
  const e2e = setUpE2e();

  it('[MACHINES-34, MACHINES-35] a sign-in in one tab highlights the chart in another, step by step, and its trace replays', async () => {
    await using visitor = await e2e.openBrowser();
    const { page } = visitor;
    const person = await e2e.app.signUp({ name: 'Sig Nin', handle: 'sig_nin' });
    await page.goto('/signin');
    const watching = await page.context().newPage();
    await openMachinesPage(watching, 'sign-in');
    await watching.getByRole('button', { name: /^sign-in form/ }).waitFor();
    const lit = await recordActiveStates(watching);
    await fillInSignIn(page, person);
    await watching
      .getByRole('button', { name: /^session signedIn/ })
      .first()
      .waitFor();

    const { entries } = await exportTrace(watching);
    const own = entries.filter(({ actor }) => /^sign-in-\d+$/.test(actor));
    const heard = own.flatMap((entry) => (entry.kind === 'event' ? [entry] : []));
    // The page is left when the session begins, before its machine receives the event.
    expect(heard.map(({ event }) => event).slice(0, 4)).toEqual([
      ...['EDIT', 'EDIT', 'SUBMIT', 'done signIn'],
    ]);
    expect(own.find(({ kind }) => kind === 'end')).toBeDefined();
    // The observer sees each step to another state; immediate successors may share an observation.
    const seen = await lit();
    const places = heard.map(({ states }) => states.map(leafOf).join());
    const delays = heard.flatMap(({ at }, index) => {
      if (places[index] === places[index - 1]) return [];
      const found = seen.find((look) => look.at >= at && places.slice(index).includes(look.states));
      expect(found, `${places[index] ?? ''} is highlighted`).toBeDefined();
      return [(found?.at ?? Infinity) - at];
    });
    const [middle] = delays.sort((one, other) => one - other).slice(Math.floor(delays.length / 2));
    expect(middle, `highlighted after ${delays.map(Math.round).join(', ')} ms`).toBeLessThan(ACTIVE_MAX_MS);

    const text = JSON.stringify(entries);
    for (const secret of [person.email, PASSWORD, person.handle]) expect(text).not.toContain(secret);
    const charts = machineCatalogue.map(({ machine }) => describeChart(machine));
    expect(replayTrace(entries, charts).differences).toEqual([]);
    expect(visitor.consoleProblems).toEqual([]);
  });
});
