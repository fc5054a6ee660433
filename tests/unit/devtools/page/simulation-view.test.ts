import { expect, test } from 'vitest';
import type { LaneEntry } from '../../../../client/devtools/page/lanes/lane-entry.ts';
import type { ToSimulation } from '../../../../client/devtools/page/simulate/simulation-messages.ts';
import { createSimulationView } from '../../../../client/devtools/page/simulate/simulation-view.ts';

const event = (at: number, label = `event ${at}`): LaneEntry => ({
  ...{ kind: 'event', at, sentAt: at, lane: 'store', from: null, label },
});
const state = (at: number): LaneEntry => ({ kind: 'state', at, lane: 'store', mode: 'ok', text: `at ${at}` });

/** A view of a schedule that has reported its first event and computes two further ones and a tick while the viewer presses Pause. */
function pauseWithinSlice() {
  const sent: ToSimulation[] = [];
  const view = createSimulationView((message) => sent.push(message));
  const report = (...entries: LaneEntry[]) =>
    view.receive({ kind: 'progress', entries, at: entries.at(-1)?.at ?? 0, events: 0, active: [] });
  const times = () => view.getSnapshot().history.entries.map(({ at }) => at);
  view.run(null);
  report(event(1));
  view.pause();
  report(event(2), state(2), event(3, 'tick'));
  report(event(4));
  return { view, sent, report, times, shown: () => view.getSnapshot() };
}

test('the view stays at the event of the pause, and a run after it shows each event once', () => {
  const { view, sent, report, times, shown } = pauseWithinSlice();
  expect(times()).toEqual([1]);
  expect(shown()).toMatchObject({ phase: 'paused', history: { at: 1 } });
  view.run(1);
  expect(times()).toEqual([1, 2, 2, 3, 4]);
  report(event(5));
  expect(times()).toEqual([1, 2, 2, 3, 4, 5]);
  expect(shown().phase).toBe('running');
  expect(sent.map(({ kind }) => kind)).toEqual(['run', 'pause', 'run']);
});

test('steps after the pause show what was computed first, then ask for more', () => {
  const { view, sent, report, times } = pauseWithinSlice();
  view.step();
  expect(times()).toEqual([1, 2, 2]);
  view.step();
  expect(times()).toEqual([1, 2, 2, 3, 4]);
  expect(sent.at(-1)).toEqual({ kind: 'pause' });
  view.step();
  expect(sent.at(-1)).toEqual({ kind: 'step' });
  report(event(5));
  expect(times()).toEqual([1, 2, 2, 3, 4, 5]);
});

test('an end within the slice is shown after its last event', () => {
  const { view, sent, times, shown } = pauseWithinSlice();
  view.receive({ kind: 'ended', hash: 'abc', events: 9, broken: [] });
  expect(shown()).toMatchObject({ phase: 'paused', verdict: null });
  view.step();
  expect(shown().verdict).toBeNull();
  view.step();
  expect(times()).toEqual([1, 2, 2, 3, 4]);
  expect(shown()).toMatchObject({ phase: 'ended', verdict: { hash: 'abc' } });
  view.run(null);
  expect(shown().phase).toBe('ended');
  expect(sent.at(-1)).toEqual({ kind: 'pause' });
});

test('a fault of the viewer comes after what was computed before it', () => {
  const { view, sent, report, times } = pauseWithinSlice();
  view.intervene({ is: 'cut-bus' });
  expect(times()).toEqual([1, 2, 2, 3, 4]);
  expect(sent.at(-1)).toEqual({ kind: 'intervene', what: { is: 'cut-bus' } });
  report(event(5));
  expect(times()).toEqual([1, 2, 2, 3, 4, 5]);
});
