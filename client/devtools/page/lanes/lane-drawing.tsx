import { ZoomIn, ZoomOut } from 'lucide-react';
import { clsx } from 'clsx';
import { memo, useMemo, type MouseEvent } from 'react';
import { IconButton } from '../../../src/base/ui/icon.tsx';
import { ARROW_KINDS, type ArrowKind } from './lane-entry.ts';
import {
  AXIS_PX,
  entryNear,
  FAULT_ROW_PX,
  formatLaneTime,
  LANE_PX,
  laneY,
  layoutLanes,
  topOfLanes,
  type LanesLayout,
} from './lane-layout.ts';
import { stateAt, type LaneHistory } from './lane-history.ts';
import { useLaneScroll } from './use-lane-scroll.ts';
import './lanes.css';

interface Props {
  history: LaneHistory;
  /** The number of entries before the chosen position; null is the end. */
  position: number | null;
  onMove: (position: number) => void;
  /** The kinds of messages that it can have. */
  legend: readonly LegendKind[];
  startsWhole?: boolean;
}

/** Room for the last arrows and the label of the cursor. */
const END_PX = 60;
const BAND_PX = 18;
export type LegendKind = ArrowKind | 'lost';
const LEGEND: Record<LegendKind, string> = {
  socket: 'Socket',
  http: 'HTTP',
  tabs: 'Between tabs',
  bus: 'Bus',
  store: 'Store',
  lost: 'Lost',
};

/** Lanes along time: states as bands, messages as arrows. The list beside it has the same as text. */
export function LaneDrawing({ history, position, onMove, legend, startsWhole = false }: Props) {
  const { entries } = history;
  const chosen = position === null ? null : (entries[position - 1] ?? null);
  const at = position === null ? history.at : (chosen?.at ?? 0);
  const { box, left, width, pxPerMs, onScroll, canZoom, zoom } = useLaneScroll({
    ...{ at, startsWhole },
    end: history.at,
    isEnd: position === null,
  });
  const from = left / pxPerMs;
  const layout = useMemo(
    () => layoutLanes(history, { from, width, pxPerMs }),
    [history, from, width, pxPerMs],
  );
  const top = topOfLanes(history);

  function choose(event: MouseEvent<SVGSVGElement>): void {
    const { left: x, top: y } = event.currentTarget.getBoundingClientRect();
    const lane = history.lanes[Math.floor((event.clientY - y - top) / LANE_PX)];
    const found = lane === undefined ? null : entryNear(history, from + (event.clientX - x) / pxPerMs, lane);
    if (found !== null) onMove(found + 1);
  }

  return (
    <section className="ln-drawing" aria-label="Lanes">
      <div className="ln-top">
        <ul className="ln-legend">
          {legend.map((kind) => (
            <li key={kind}>
              <svg width="20" height="8" aria-hidden="true">
                <path className={`ln-arrow of-${kind}`} d="M0 4H20" />
              </svg>
              {LEGEND[kind]}
            </li>
          ))}
        </ul>
        <IconButton label="Zoom out" icon={ZoomOut} disabled={!canZoom.out} onClick={() => zoom(-1)} />
        <IconButton label="Zoom in" icon={ZoomIn} disabled={!canZoom.in} onClick={() => zoom(1)} />
      </div>
      <div className="ln-field">
        <LaneNames history={history} position={position ?? entries.length} top={top} />
        <div
          className="ln-scroll"
          ref={box}
          tabIndex={0}
          role="region"
          aria-label="Lanes over time"
          onScroll={onScroll}
        >
          <div style={{ inlineSize: history.at * pxPerMs + END_PX }}>
            <svg
              width={width}
              height={layout.height}
              role="img"
              aria-label={`${history.lanes.length} lanes up to ${formatLaneTime(history.at)}; the events are listed as text`}
              onClick={choose}
            >
              <Axis layout={layout} />
              <FaultBars layout={layout} />
              <LaneBands history={history} layout={layout} />
              <Cursor x={(at - from) * pxPerMs} height={layout.height} label={formatLaneTime(at)} />
              {chosen && 'lane' in chosen && history.lanes.includes(chosen.lane) && (
                <circle
                  className="ln-chosen"
                  cx={(chosen.at - from) * pxPerMs}
                  cy={laneY(history, chosen.lane)}
                  r="6"
                />
              )}
            </svg>
          </div>
        </div>
      </div>
    </section>
  );
}

interface NamesProps {
  history: LaneHistory;
  position: number;
  top: number;
}

/** Each lane with its state at the chosen position. */
function LaneNames({ history, position, top }: NamesProps) {
  return (
    <ul className="ln-names" style={{ paddingBlockStart: top }} aria-label="States">
      {history.faults && (
        <li className="ln-faults-name" style={{ insetBlockStart: AXIS_PX }} aria-hidden="true">
          faults
        </li>
      )}
      {history.lanes.map((lane) => {
        const state = stateAt(history.states.get(lane), position);
        return (
          <li
            key={lane}
            className={clsx(history.parts.has(lane) && 'ln-part')}
            style={{ blockSize: LANE_PX }}
          >
            <b>
              <i className={`ln-dot ${state?.mode ?? 'off'}`} aria-hidden="true" />
              {history.parts.get(lane) ?? lane}
            </b>
            <span title={state?.text}>{state?.text ?? 'not there yet'}</span>
          </li>
        );
      })}
    </ul>
  );
}

const Axis = memo(function Axis({ layout }: { layout: LanesLayout }) {
  return (
    <g className="ln-axis">
      {layout.ticks.map(({ x, label }) => (
        <g key={label}>
          <path d={`M${x} ${AXIS_PX - 4}V${layout.height}`} />
          <text x={x + 4} y={14}>
            {label}
          </text>
        </g>
      ))}
    </g>
  );
});

const FaultBars = memo(function FaultBars({ layout }: { layout: LanesLayout }) {
  return (
    <g className="ln-fault-bars">
      {layout.faults.map(({ key, row, x, width, name }) => (
        <g key={key} transform={`translate(${x} ${AXIS_PX + row * FAULT_ROW_PX + 1})`}>
          <rect width={width} height={FAULT_ROW_PX - 2} rx="4" />
          <text x="5" y="13">
            {name}
          </text>
        </g>
      ))}
    </g>
  );
});

const LaneBands = memo(function LaneBands({
  history,
  layout,
}: {
  history: LaneHistory;
  layout: LanesLayout;
}) {
  const top = topOfLanes(history);
  return (
    <>
      <g className="ln-rules">
        {history.lanes.map((lane, index) => (
          <path key={lane} d={`M0 ${top + index * LANE_PX}H99999`} />
        ))}
      </g>
      {layout.bands.map(({ key, lane, x, width, mode }) => (
        <g
          key={key}
          className={`ln-band ${mode}`}
          transform={`translate(${x} ${laneY(history, lane) - BAND_PX / 2})`}
        >
          <rect width={Math.max(width - 1, 0.5)} height={BAND_PX} rx={width > 8 ? 4 : 0} />
        </g>
      ))}
      {ARROW_KINDS.map((kind) => (
        <path key={kind} className={`ln-arrow of-${kind}`} d={layout.arrows[kind]} />
      ))}
      <path className="ln-arrow of-lost" d={layout.lost} />
      <path className="ln-notes" d={layout.notes} />
      {layout.bands.map(
        ({ key, lane, x, mode, text }) =>
          text !== '' && (
            <text key={key} className={`ln-state ${mode}`} x={x + 6} y={laneY(history, lane) + 4}>
              {text}
            </text>
          ),
      )}
    </>
  );
});

function Cursor({ x, height, label }: { x: number; height: number; label: string }) {
  return (
    <g className="ln-cursor" transform={`translate(${x} 0)`}>
      <path d={`M0 0V${height}`} />
      <rect x="0" y="0" width={label.length * 6.6 + 10} height="18" rx="4" />
      <text x="5" y="13">
        {label}
      </text>
    </g>
  );
}
