import { memo, useId, useMemo, type ReactNode } from 'react';
import type { Chart as ChartData } from '../../../charts/chart.ts';
import type { ChartLayout } from '../../../charts/layout.ts';
import { StateBox } from './chart-state.tsx';
import { TransitionWords } from './chart-transition.tsx';
import { sayChart, sayState, sayTransition, titleOf } from './chart-words.ts';
import css from './chart.css?inline';
import { ChartItem } from './item.tsx';
import { Beginnings, Lines } from './lines.tsx';
import { isSame, NO_MARKS, type ChartMarks, type Chosen } from './marks.ts';
import { loadMono } from './mono-face.ts';
import { itemsOf } from './nearest.ts';
import { useChartKeys } from './use-chart-keys.ts';
import type { ChartView } from './use-chart-view.ts';
import { useSheet } from './use-sheet.ts';

void loadMono();

interface ChartProps {
  chart: ChartData;
  layout: ChartLayout;
  marks?: ChartMarks;
  view: ChartView;
  chosen?: Chosen | null;
  /** Without it, nothing on the chart can be chosen. */
  onChoose?: (chosen: Chosen) => void;
}

/** A machine's chart as it was laid out, in a frame that it can be moved in; drawn anew only when something about it changes. */
export const Chart = memo(function Chart({
  chart,
  layout,
  marks = NO_MARKS,
  view,
  chosen = null,
  onChoose,
}: ChartProps) {
  useSheet(css);
  const heads = useHeads();
  const items = useMemo(() => itemsOf(chart, layout), [chart, layout]);
  const keys = useChartKeys(items, view, onChoose);
  const { svg, world } = view;

  const asItem = (what: Chosen, says: string, children: ReactNode) => {
    const item = items.find((each) => isSame(each.chosen, what));
    if (!onChoose || !item) return children;
    return (
      <ChartItem
        key={item.id}
        item={item}
        says={says}
        isCurrent={keys.current === item.id}
        isChosen={isSame(chosen, what)}
        onFocus={() => keys.setCurrent(item.id)}
        onChoose={() => onChoose(what)}
      >
        {children}
      </ChartItem>
    );
  };

  return (
    <svg
      ref={svg}
      className="sc"
      role={onChoose ? 'group' : 'img'}
      aria-label={sayChart(chart, marks)}
      tabIndex={0}
      onKeyDown={keys.onKeyDown}
    >
      <defs>
        <Head id={heads.plain} className="sc-head" />
        <Head id={heads.last} className="sc-head last" />
      </defs>
      <g ref={world} className="sc-world">
        {chart.states.map((state) => {
          const { path } = state;
          const [box, title, mark] = [layout.states[path], layout.titles[path], marks.states[path]];
          if (!box || !title) return null;
          const drawn = <StateBox key={path} {...{ state, box, title, mark }} name={titleOf(chart, state)} />;
          return asItem({ kind: 'state', path }, sayState(chart, state, mark), drawn);
        })}
        {layout.separators.map(([from, to], index) => (
          <path key={index} className="sc-separator" d={`M${from.x} ${from.y}L${to.x} ${to.y}`} />
        ))}
        <Beginnings layout={layout} head={heads.plain} />
        <Lines chart={chart} layout={layout} marks={marks} heads={heads} />
        {chart.transitions.map((transition) => {
          const { name } = transition;
          const route = layout.transitions[name];
          if (!route) return null;
          const mark = marks.transitions[name];
          const isLast = marks.last.includes(name);
          const burning = marks.delays[name];
          const drawn = <TransitionWords key={name} {...{ transition, route, mark, isLast, burning }} />;
          return asItem({ kind: 'transition', name }, sayTransition(chart, transition, mark), drawn);
        })}
      </g>
    </svg>
  );
});

function useHeads() {
  const id = useId();
  return useMemo(() => ({ plain: `${id}-head`, last: `${id}-last-head` }), [id]);
}

function Head({ id, className }: { id: string; className: string }) {
  return (
    <marker
      id={id}
      viewBox="0 0 8 8"
      refX="6.5"
      refY="4"
      markerWidth="10"
      markerHeight="10"
      markerUnits="userSpaceOnUse"
      orient="auto"
    >
      <path className={className} d="M1 1l6 3-6 3z" />
    </marker>
  );
}
