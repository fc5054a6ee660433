import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { loadLayouts } from '../../../../client/devtools/chart-layout/stored-layouts.ts';
import type { DrawnChart } from '../../../../client/devtools/charts/layout.ts';
import { Chart } from '../../../../client/devtools/page/chart/chart.tsx';
import { createSignal } from '../../../../client/src/base/signal.ts';
import {
  NO_ANNOTATIONS,
  type ChartAnnotations,
} from '../../../../client/devtools/page/chart/chart-annotations.ts';
import { toItems, findNearest } from '../../../../client/devtools/page/chart/find-nearest.ts';
import { toSvgPath } from '../../../../client/devtools/page/chart/to-svg-path.ts';
import { Scrubber } from '../../../../client/devtools/page/scrubber.tsx';
import { formatTimeUntil } from '../../../../client/devtools/charts/format-duration.ts';
import { door, doorLayout } from './samples.ts';

const drawn = loadLayouts();

const nothing = () => undefined;
const controls = { follow: nothing, centerOn: nothing, zoomIn: nothing, zoomOut: nothing };
const view = {
  ...{ ...controls, fit: nothing, panBy: nothing, reveal: nothing },
  ...{ svg: { current: null }, world: { current: null }, scale: 1 },
  visible: createSignal({ x: 0, y: 0, width: 1, height: 1 }),
};

function draw(
  { chart, layout }: DrawnChart,
  annotations: Partial<ChartAnnotations> = {},
  onChoose?: () => void,
) {
  const props = { chart, layout, view, annotations: { ...NO_ANNOTATIONS, ...annotations } };
  return renderToStaticMarkup(<Chart {...props} {...(onChoose && { onChoose })} />);
}
const drawDoor = (annotations?: Partial<ChartAnnotations>, onChoose?: () => void) =>
  draw({ chart: door, layout: doorLayout }, annotations, onChoose);
const count = (markup: string, what: RegExp) => [...markup.matchAll(what)].length;

test.each(drawn)('the drawn chart of $chart.machine is complete', ({ chart, layout }) => {
  const markup = draw({ chart, layout });
  expect(count(markup, /class="sc-state/g)).toBe(chart.states.length);
  expect(count(markup, /class="sc-label/g)).toBe(chart.transitions.length);
  const delays = chart.transitions.filter(({ kind }) => kind === 'after');
  expect(count(markup, /class="sc-fuse/g)).toBe(delays.length);
  expect(count(markup, />invoke /g)).toBe(chart.states.flatMap(({ invokes }) => invokes).length);
  const ends = chart.states.filter(({ kind }) => kind === 'final');
  expect(count(markup, /class="sc-inner/g)).toBe(ends.length);
  expect(count(markup, /class="sc-dot/g)).toBe(layout.beginnings.length);
});

test('a chart has a symbol for history, and lines between regions', () => {
  expect(drawDoor()).toMatch(/<text class="sc-name"[^>]*>H<\/text>/);
  expect(count(drawDoor(), /class="sc-separator"/g)).toBe(1);
});

test('a chart distinguishes active, reached here, reached by tests and never reached, and traces the latest transition', () => {
  const markup = drawDoor({
    states: { standing: 'now', 'standing.wing': 'session', 'standing.bell': 'tests', broken: 'never' },
    transitions: { 'standing.bell.quiet: RING': 'tests' },
    last: ['standing.bell.ringing: done answer'],
  });
  for (const mark of ['now', 'session', 'tests', 'never'])
    expect(markup).toMatch(new RegExp(`sc-state[^"]* ${mark}"`));
  expect(count(markup, /class="sc-line tests"/g)).toBe(1);
  expect(count(markup, /class="sc-line last"/g)).toBe(1);
  expect(count(markup, /class="sc-label last"/g)).toBe(1);
});

test('a running delay is a burning fuse with the time left', () => {
  const markup = drawDoor({
    delays: { 'standing.wing.open: after patience': { leftMs: 300, totalMs: 1200 } },
  });
  expect(count(markup, /class="sc-fuse running"/g)).toBe(1);
  expect(markup).toContain('>in 0.3 s</text>');
});

test('a chart describes itself and each of its elements in words', () => {
  const markup = drawDoor({ states: { broken: 'now' } }, nothing);
  expect(markup).toContain('aria-label="Statechart door: 9 states, 11 transitions. Active: broken."');
  expect(markup).toContain('aria-label="State standing.bell.ringing, atomic, invokes answer"');
  expect(markup).toContain(
    'aria-label="Transition PUSH, if isOf Ines, from standing.wing.closed to standing.wing.open"',
  );
});

test('one element of a chart is a tab stop, and arrow keys move from there', () => {
  expect(count(drawDoor({}, nothing), /tabindex="0"/g)).toBe(2);
  expect(drawDoor()).toContain('role="img"');
  const items = toItems(door, doorLayout);
  expect(items).toHaveLength(door.states.length + door.transitions.length);
  const reached = new Set(items.slice(0, 1));
  for (const item of reached)
    for (const arrow of ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown'] as const) {
      const next = findNearest(items, item, arrow);
      if (next) reached.add(next);
    }
  expect(items.filter((item) => !reached.has(item)).map(({ id }) => id)).toEqual([]);
});

test('the corners of a line are rounded as far as there is room', () => {
  const corner = { x: 40, y: 0 };
  expect(toSvgPath([{ x: 0, y: 0 }, corner, { x: 40, y: 6 }])).toBe('M0 0L37 0Q40 0 40 3L40 6');
});

test('the end of a delay is written in few characters', () => {
  const texts = [-5, 0, 3240, 60_000, 5_400_000].map((ms) => formatTimeUntil(ms));
  expect(texts).toEqual(['in 0.0 s', 'in 0.0 s', 'in 3.2 s', 'in 1 min', 'in 2 h']);
  expect(formatTimeUntil(14_400, 0)).toBe('in 14 s');
});

test('the time bar shows no time while nothing has been recorded', () => {
  const empty = renderToStaticMarkup(
    <Scrubber entries={[]} position={null} onMove={nothing} chosen="session" />,
  );
  expect(empty).toContain('Nothing has been recorded yet.');
  expect(empty).not.toMatch(/00:00|slider/u);
});
