import { memo, useId, useMemo, type ReactNode } from 'react';
import type { Chart as ChartData } from '../../charts/chart.ts';
import type { ChartLayout } from '../../charts/layout.ts';
import { StateBox } from './chart-state.tsx';
import { TransitionLabel } from './transition-label.tsx';
import { chartLabel, stateLabel, transitionLabel, stateTitle } from './aria-labels.ts';
import css from './chart.css?inline';
import { ChartItem } from './chart-item.tsx';
import { InitialArrows, Lines } from './lines.tsx';
import {
  isSameSelection,
  NO_ANNOTATIONS,
  type ChartAnnotations,
  type ChartSelection,
} from './chart-annotations.ts';
import { loadMonoFont } from './load-mono-font.ts';
import { toItems } from './find-nearest.ts';
import { useChartKeys } from './use-chart-keys.ts';
import type { ChartView } from './use-chart-view.ts';
import { useStyleSheet } from './use-style-sheet.ts';

void loadMonoFont();

interface ChartProps {
  chart: ChartData;
  layout: ChartLayout;
  marks?: ChartAnnotations;
  view: ChartView;
  chosen?: ChartSelection | null;
  /** Without it, nothing on the chart can be chosen. */
  onChoose?: (chosen: ChartSelection) => void;
}

/** A machine's chart as it was laid out, in a frame that it can be moved in; drawn anew only when something about it changes. */
export const Chart = memo(function Chart({
  chart,
  layout,
  marks = NO_ANNOTATIONS,
  view,
  chosen = null,
  onChoose,
}: ChartProps) {
  useStyleSheet(css);
  const heads = useArrowHeadIds();
  const items = useMemo(() => toItems(chart, layout), [chart, layout]);
  const keys = useChartKeys(items, view, onChoose);
  const { svg, world } = view;

  const renderItem = (what: ChartSelection, says: string, children: ReactNode) => {
    const item = items.find((each) => isSameSelection(each.chosen, what));
    if (!onChoose || !item) return children;
    return (
      <ChartItem
        key={item.id}
        item={item}
        label={says}
        isCurrent={keys.current === item.id}
        isChosen={isSameSelection(chosen, what)}
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
      aria-label={chartLabel(chart, marks)}
      tabIndex={0}
      onKeyDown={keys.onKeyDown}
    >
      <defs>
        <ArrowHead id={heads.plain} className="sc-head" />
        <ArrowHead id={heads.last} className="sc-head last" />
      </defs>
      <g ref={world} className="sc-world">
        {chart.states.map((state) => {
          const { path } = state;
          const [box, title, mark] = [layout.states[path], layout.titles[path], marks.states[path]];
          if (!box || !title) return null;
          const drawn = (
            <StateBox key={path} {...{ state, box, title, mark }} name={stateTitle(chart, state)} />
          );
          return renderItem({ kind: 'state', path }, stateLabel(chart, state, mark), drawn);
        })}
        {layout.separators.map(([from, to], index) => (
          <path key={index} className="sc-separator" d={`M${from.x} ${from.y}L${to.x} ${to.y}`} />
        ))}
        <InitialArrows layout={layout} head={heads.plain} />
        <Lines chart={chart} layout={layout} marks={marks} heads={heads} />
        {chart.transitions.map((transition) => {
          const { name } = transition;
          const route = layout.transitions[name];
          if (!route) return null;
          const mark = marks.transitions[name];
          const isLast = marks.last.includes(name);
          const burning = marks.delays[name];
          const drawn = <TransitionLabel key={name} {...{ transition, route, mark, isLast, burning }} />;
          return renderItem({ kind: 'transition', name }, transitionLabel(chart, transition, mark), drawn);
        })}
      </g>
    </svg>
  );
});

function useArrowHeadIds() {
  const id = useId();
  return useMemo(() => ({ plain: `${id}-head`, last: `${id}-last-head` }), [id]);
}

function ArrowHead({ id, className }: { id: string; className: string }) {
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
