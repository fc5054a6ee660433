import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { describeChart } from '../../client/devtools/charts/describe-chart.ts';
import { replayTrace } from '../../client/devtools/inspect/replay-trace.ts';
import { machineCatalogue } from '../../client/devtools/machine-catalogue.ts';
import { openMachinesPage, exportTrace } from './machines-page-helpers.ts';
import { fillInSignIn, PASSWORD } from './test-browser.ts';
import { setUpE2e } from './set-up-e2e.ts';

/** The median number of frames from entering a state to its highlight: 100 ms on a screen of 60 Hz. */
const FRAMES_MAX = 6;

interface ChartRecord {
  highlights: { states: string; at: number }[];
  /** The times of all frames, like the others in epoch milliseconds. */
  frames: number[];
}

/** Records what the chart highlights at each change, by the page's own clock. */
async function recordChart(page: Page): Promise<() => Promise<ChartRecord>> {
  await page.evaluate(() => {
    const highlights: ChartRecord['highlights'] = [];
    const frames: number[] = [];
    const recordFrame = () => {
      frames.push(performance.timeOrigin + performance.now());
      requestAnimationFrame(recordFrame);
    };
    recordFrame();
    const record = () => {
      const names = [...document.querySelectorAll('.sc-state.now:not(.composite) .sc-name')];
      const states = names.map((name) => name.textContent).join();
      if (highlights.at(-1)?.states !== states)
        highlights.push({ states, at: performance.timeOrigin + performance.now() });
    };
    new MutationObserver(record).observe(document.body, {
      subtree: true,
      childList: true,
      attributes: true,
      attributeFilter: ['class'],
    });
    Object.assign(globalThis, { chartRecord: { highlights, frames } });
  });
  return () => page.evaluate(() => (globalThis as unknown as { chartRecord: ChartRecord }).chartRecord);
}

const leafOf = (state: string) => state.split('.').at(-1) ?? '';

describe('the live chart of a machine', () => {
  const e2e = setUpE2e();

  it('a sign-in in one tab highlights the chart in another, step by step, and its trace replays', async () => {
    await using visitor = await e2e.openBrowser();
    const { page } = visitor;
    const person = await e2e.app.signUp({ name: 'Sig Nin', handle: 'sig_nin' });
    await page.goto('/signin');
    const observer = await page.context().newPage();
    await openMachinesPage(observer, 'sign-in');
    await observer.getByRole('button', { name: /^sign-in form/ }).waitFor();
    const readRecord = await recordChart(observer);
    await fillInSignIn(page, person);
    await observer
      .getByRole('button', { name: /^session signedIn/ })
      .first()
      .waitFor();

    const { entries } = await exportTrace(observer);
    const own = entries.filter(({ actor }) => /^sign-in-\d+$/.test(actor));
    const events = own.flatMap((entry) => (entry.kind === 'event' ? [entry] : []));
    // The page is left when the session begins, before its machine receives the event.
    expect(events.map(({ event }) => event).slice(0, 4)).toEqual([
      ...['EDIT', 'EDIT', 'SUBMIT', 'done signIn'],
    ]);
    expect(own.find(({ kind }) => kind === 'end')).toBeDefined();
    // The observer sees each step to another state; immediate successors may share an observation.
    const { highlights, frames } = await readRecord();
    const leaves = events.map(({ states }) => states.map(leafOf).join());
    const delays = events.flatMap(({ at }, index) => {
      if (leaves[index] === leaves[index - 1]) return [];
      const found = highlights.find(
        (record) => record.at >= at && leaves.slice(index).includes(record.states),
      );
      expect(found, `${leaves[index] ?? ''} is highlighted`).toBeDefined();
      return [frames.filter((frame) => frame >= at && frame < (found?.at ?? Infinity)).length];
    });
    const [middle] = delays.sort((one, other) => one - other).slice(Math.floor(delays.length / 2));
    expect(middle, `highlighted after ${delays.join(', ')} frames`).toBeLessThanOrEqual(FRAMES_MAX);

    const text = JSON.stringify(entries);
    for (const secret of [person.email, PASSWORD, person.handle]) expect(text).not.toContain(secret);
    const charts = machineCatalogue.map(({ machine }) => describeChart(machine));
    expect(replayTrace(entries, charts).differences).toEqual([]);
    expect(visitor.consoleProblems).toEqual([]);
  });
});
