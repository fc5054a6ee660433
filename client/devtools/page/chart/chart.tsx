import monoFontUrl from '@fontsource-variable/geist-mono/files/geist-mono-latin-wght-normal.woff2?url';
import { memo, useId, useMemo, type ReactNode } from 'react';
import { stateTitle, type Chart as ChartData } from '../../charts/chart.ts';
import type { ChartLayout } from '../../charts/layout.ts';
import { StateBox } from './chart-state.tsx';
import { TransitionLabel } from './transition-label.tsx';
import { chartLabel, stateLabel, transitionLabel } from './aria-labels.ts';
import { InitialArrows, Lines } from './lines.tsx';
import {
  isSameSelection,
  NO_ANNOTATIONS,
  type ChartAnnotations,
  type ChartSelection,
} from './chart-annotations.ts';
import { toItems, type Item } from './find-nearest.ts';
import { useChartKeys } from './use-chart-keys.ts';
import type { ChartView } from './use-chart-view.ts';
import './chart.css';

void loadMonoFont();

interface ChartProps {
  chart: ChartData;
  layout: ChartLayout;
  annotations?: ChartAnnotations;
  view: ChartView;
  chosen?: ChartSelection | null;
  /** Without it, the chart has no focusable items. */
  onChoose?: (chosen: ChartSelection) => void;
}

/** The drawing of a machine's chart in a frame, in which it can be moved and zoomed. */
export const Chart = memo(function Chart({
  chart,
  layout,
  annotations = NO_ANNOTATIONS,
  view,
  chosen = null,
  onChoose,
}: ChartProps) {
  const heads = useArrowHeadIds();
  const items = useMemo(() => toItems(chart, layout), [chart, layout]);
  const keys = useChartKeys(items, view, onChoose);
  const { svg, world } = view;

  const renderItem = (selection: ChartSelection, label: string, children: ReactNode) => {
    const item = items.find((each) => isSameSelection(each.chosen, selection));
    if (!onChoose || !item) return children;
    return (
      <ChartItem
        key={item.id}
        item={item}
        label={label}
        isCurrent={keys.current === item.id}
        isChosen={isSameSelection(chosen, selection)}
        onFocus={() => keys.setCurrent(item.id)}
        onChoose={() => onChoose(selection)}
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
      aria-label={chartLabel(chart, annotations)}
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
          const [box, title] = [layout.states[path], layout.titles[path]];
          if (!box || !title) return null;
          const level = annotations.states[path];
          const drawn = (
            <StateBox
              key={path}
              state={state}
              name={stateTitle(chart, state)}
              box={box}
              title={title}
              level={level}
            />
          );
          return renderItem({ kind: 'state', path }, stateLabel(chart, state, level), drawn);
        })}
        {layout.separators.map(([from, to], index) => (
          <path key={index} className="sc-separator" d={`M${from.x} ${from.y}L${to.x} ${to.y}`} />
        ))}
        <InitialArrows layout={layout} head={heads.plain} />
        <Lines chart={chart} layout={layout} annotations={annotations} heads={heads} />
        {chart.transitions.map((transition) => {
          const { name } = transition;
          const route = layout.transitions[name];
          if (!route) return null;
          const level = annotations.transitions[name];
          const drawn = (
            <TransitionLabel
              key={name}
              transition={transition}
              route={route}
              level={level}
              isLast={annotations.last.includes(name)}
              running={annotations.delays[name]}
            />
          );
          return renderItem({ kind: 'transition', name }, transitionLabel(chart, transition, level), drawn);
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

interface ItemProps {
  item: Item;
  label: string;
  isCurrent: boolean;
  isChosen: boolean;
  onFocus: () => void;
  onChoose: () => void;
  children: ReactNode;
}

/** A focusable item of a chart. Only the current one is in the tab order. */
function ChartItem({ item, label, isCurrent, isChosen, onFocus, onChoose, children }: ItemProps) {
  return (
    <g
      className={isChosen ? 'sc-item chosen' : 'sc-item'}
      data-item={item.id}
      role="button"
      tabIndex={isCurrent ? 0 : -1}
      aria-label={label}
      aria-pressed={isChosen}
      onFocus={onFocus}
      onClick={onChoose}
    >
      {children}
    </g>
  );
}

/** Loads the font of charts and logs, which the page's own sheet does not declare. Without a connection a fallback is used. */
async function loadMonoFont(): Promise<void> {
  if (typeof FontFace === 'undefined') return;
  const face = new FontFace('Geist Mono Variable', `url(${monoFontUrl})`, {
    weight: '100 900',
    display: 'swap',
  });
  document.fonts.add(face);
  await face.load().catch(() => undefined);
}
