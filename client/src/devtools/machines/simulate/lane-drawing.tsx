import { ZoomIn, ZoomOut } from 'lucide-react';
import { memo, useMemo, type MouseEvent } from 'react';
import { IconButton } from '../../../ui/icon-button.tsx';
import { useStyleSheet } from '../chart/use-style-sheet.ts';
import {
  ARROW_KINDS,
  AXIS_PX,
  entryNear,
  FAULT_ROW_PX,
  formatVirtualTime,
  LANE_PX,
  laneY,
  layoutLanes,
  topOfLanes,
  type LanesLayout,
} from './lane-layout.ts';
import { stateAt, type LaneRecord } from './lane-record.ts';
import css from './lanes.css?inline';
import { useLaneScroll } from './use-lane-scroll.ts';

interface Props {
  record: LaneRecord;
  /** The number of entries before the chosen position; null is the end. */
  position: number | null;
  onMove: (position: number) => void;
}

/** Room for the last arrows and the label of the cursor. */
const END_PX = 60;
const BAND_PX = 18;
const LEGEND = [
  { kind: 'socket', label: 'Socket' },
  { kind: 'http', label: 'HTTP' },
  { kind: 'tabs', label: 'Between tabs' },
  { kind: 'bus', label: 'Bus' },
  { kind: 'store', label: 'Store' },
  { kind: 'lost', label: 'Lost' },
] as const;

/** The lanes of a schedule along virtual time: states as bands, messages as arrows. The list beside it has the same as text. */
export function LaneDrawing({ record, position, onMove }: Props) {
  useStyleSheet(css);
  const { entries } = record;
  const chosen = position === null ? null : (entries[position - 1] ?? null);
  const at = position === null ? record.at : (chosen?.at ?? 0);
  const { box, left, width, pxPerMs, onScroll, canZoom, zoom } = useLaneScroll({
    at,
    isEnd: position === null,
  });
  const from = left / pxPerMs;
  const layout = useMemo(() => layoutLanes(record, { from, width, pxPerMs }), [record, from, width, pxPerMs]);
  const top = topOfLanes(record);

  function choose(event: MouseEvent<SVGSVGElement>): void {
    const { left: x, top: y } = event.currentTarget.getBoundingClientRect();
    const lane = record.lanes[Math.floor((event.clientY - y - top) / LANE_PX)];
    const found = lane === undefined ? null : entryNear(record, from + (event.clientX - x) / pxPerMs, lane);
    if (found !== null) onMove(found + 1);
  }

  return (
    <section className="sim-lanes" aria-label="Lanes">
      <div className="sim-lanes-top">
        <ul className="sim-legend">
          {LEGEND.map(({ kind, label }) => (
            <li key={kind}>
              <svg width="20" height="8" aria-hidden="true">
                <path className={`sim-arrow of-${kind}`} d="M0 4H20" />
              </svg>
              {label}
            </li>
          ))}
        </ul>
        <IconButton label="Zoom out" icon={ZoomOut} disabled={!canZoom.out} onClick={() => zoom(-1)} />
        <IconButton label="Zoom in" icon={ZoomIn} disabled={!canZoom.in} onClick={() => zoom(1)} />
      </div>
      <div className="sim-field-of-lanes">
        <LaneNames record={record} position={position ?? entries.length} top={top} />
        <div
          className="sim-scroll"
          ref={box}
          tabIndex={0}
          role="region"
          aria-label="Lanes over time"
          onScroll={onScroll}
        >
          <div style={{ inlineSize: record.at * pxPerMs + END_PX }}>
            <svg
              width={width}
              height={layout.height}
              role="img"
              aria-label={`${record.lanes.length} lanes up to ${formatVirtualTime(record.at)}; the events are listed as text`}
              onClick={choose}
            >
              <Axis layout={layout} />
              <FaultBars layout={layout} />
              <LaneBands record={record} layout={layout} />
              <Cursor x={(at - from) * pxPerMs} height={layout.height} label={formatVirtualTime(at)} />
              {chosen && 'lane' in chosen && record.lanes.includes(chosen.lane) && (
                <circle
                  className="sim-chosen"
                  cx={(chosen.at - from) * pxPerMs}
                  cy={laneY(record, chosen.lane)}
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
  record: LaneRecord;
  position: number;
  top: number;
}

/** Each lane with its state at the chosen position. */
function LaneNames({ record, position, top }: NamesProps) {
  return (
    <ul className="sim-names" style={{ paddingBlockStart: top }} aria-label="States">
      <li className="sim-faults-name" style={{ insetBlockStart: AXIS_PX }} aria-hidden="true">
        faults
      </li>
      {record.lanes.map((lane) => {
        const state = stateAt(record.states.get(lane), position);
        return (
          <li key={lane} style={{ blockSize: LANE_PX }}>
            <b>
              <i className={`sim-dot ${state?.mode ?? 'off'}`} aria-hidden="true" />
              {lane}
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
    <g className="sim-axis">
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
    <g className="sim-fault-bars">
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

const LaneBands = memo(function LaneBands({ record, layout }: { record: LaneRecord; layout: LanesLayout }) {
  const top = topOfLanes(record);
  return (
    <>
      <g className="sim-rules">
        {record.lanes.map((lane, index) => (
          <path key={lane} d={`M0 ${top + index * LANE_PX}H99999`} />
        ))}
      </g>
      {layout.bands.map(({ key, lane, x, width, mode }) => (
        <g
          key={key}
          className={`sim-band ${mode}`}
          transform={`translate(${x} ${laneY(record, lane) - BAND_PX / 2})`}
        >
          <rect width={Math.max(width - 1, 0.5)} height={BAND_PX} rx={width > 8 ? 4 : 0} />
        </g>
      ))}
      {ARROW_KINDS.map((kind) => (
        <path key={kind} className={`sim-arrow of-${kind}`} d={layout.arrows[kind]} />
      ))}
      <path className="sim-arrow of-lost" d={layout.lost} />
      <path className="sim-notes" d={layout.notes} />
      {layout.bands.map(
        ({ key, lane, x, mode, text }) =>
          text !== '' && (
            <text key={key} className={`sim-state ${mode}`} x={x + 6} y={laneY(record, lane) + 4}>
              {text}
            </text>
          ),
      )}
    </>
  );
});

function Cursor({ x, height, label }: { x: number; height: number; label: string }) {
  return (
    <g className="sim-cursor" transform={`translate(${x} 0)`}>
      <path d={`M0 0V${height}`} />
      <rect x="0" y="0" width={label.length * 6.6 + 10} height="18" rx="4" />
      <text x="5" y="13">
        {label}
      </text>
    </g>
  );
}
