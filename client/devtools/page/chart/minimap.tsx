import { useSyncExternalStore, type PointerEvent } from 'react';
import { isComposite, type Chart } from '../../charts/chart.ts';
import type { ChartLayout } from '../../charts/layout.ts';
import type { ChartAnnotations } from './chart-annotations.ts';
import type { ChartView } from './use-chart-view.ts';
import './minimap.css';

/** The maximum size, in px: a share of the frame, within limits. The height is that of the line that a wide window has for it. */
const SHARE = 0.25;
const SIZES = { least: 88, most: 168 } as const;
const HEIGHT_MAX = 96;

interface MinimapProps {
  chart: Chart;
  layout: ChartLayout;
  view: ChartView;
  annotations: ChartAnnotations;
}

/**
 * The whole chart with a frame around its visible part; a press or a drag moves that part. Only for the pointer: the keyboard
 * moves the chart itself.
 */
export function Minimap({ chart, layout: { width, height, states }, view, annotations }: MinimapProps) {
  const visible = useSyncExternalStore(view.visible.subscribe, view.visible.getSnapshot);
  // A chart that is shown whole has a margin.
  if (width <= visible.width && height <= visible.height) return null;
  const frame = view.svg.current?.clientWidth ?? 0;
  const size = Math.min(SIZES.most, Math.max(SIZES.least, frame * SHARE));
  const scale = Math.min(size / width, size / height, HEIGHT_MAX / height);

  function onPointer(event: PointerEvent<SVGSVGElement>): void {
    if (event.buttons !== 1) return;
    if (event.type === 'pointerdown') event.currentTarget.setPointerCapture(event.pointerId);
    const { left, top } = event.currentTarget.getBoundingClientRect();
    view.centerOn({ x: (event.clientX - left) / scale, y: (event.clientY - top) / scale });
  }

  return (
    <svg
      className="sc-minimap"
      aria-hidden="true"
      width={width * scale}
      height={height * scale}
      viewBox={`0 0 ${width} ${height}`}
      onPointerDown={onPointer}
      onPointerMove={onPointer}
    >
      {chart.states.map((state) => {
        const box = states[state.path];
        if (!box || isComposite(state)) return null;
        return <rect key={state.path} {...box} className={annotations.states[state.path]} />;
      })}
      <rect {...visible} className="visible" />
    </svg>
  );
}
