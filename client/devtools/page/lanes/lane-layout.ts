import type { ArrowKind, LaneEntry, LaneMode } from './lane-entry.ts';
import { positionAt, type LaneHistory } from './lane-history.ts';

export const LANE_PX = 40;
/** Above the lanes: the time, and the faults. */
export const AXIS_PX = 22;
export const FAULT_ROW_PX = 20;
/** The longest way of a message, so that those on their way into the shown time are drawn too. */
const LONGEST_MS = 1000;
/** Half the width of an arrow's head; from far, when many arrows are close together, they have none. */
const HEAD_PX = 3;
const SCALE_OF_HEADS = 0.2;
const HEADS_FROM_FAR_MAX = 300;
const CHAR_PX = 6.2;
const FAULT_ROWS_MAX = 3;

/** The shown part of the time, and its scale. */
export interface Viewport {
  /** Milliseconds since the start, at the left edge. */
  from: number;
  /** In pixels. */
  width: number;
  pxPerMs: number;
}

export interface Band {
  key: string;
  lane: string;
  x: number;
  width: number;
  mode: LaneMode;
  /** Empty when it does not fit. */
  text: string;
}

export interface FaultBar {
  key: number;
  row: number;
  x: number;
  width: number;
  name: string;
}

export interface LanesLayout {
  /** One path for all messages of a kind: there are thousands. */
  arrows: Record<ArrowKind, string>;
  lost: string;
  notes: string;
  bands: Band[];
  faults: FaultBar[];
  ticks: { x: number; label: string }[];
  /** Of the lanes and what is above them. */
  height: number;
}

interface Message {
  from: string;
  lane: string;
  label: string;
  arrow?: ArrowKind;
}

/** The kind of a message by its ends, unless it names one; the bus lies between two gateways. */
export function arrowKind({ from, lane, label, arrow }: Message): ArrowKind {
  if (arrow) return arrow;
  if (label.startsWith('bus ')) return 'bus';
  if (from === 'store' || lane === 'store') return 'store';
  if (from.startsWith('tab') && lane.startsWith('tab')) return 'tabs';
  return /^(answer|GET|POST|PUT|DELETE|PATCH) /.test(label) ? 'http' : 'socket';
}

export const topOfLanes = (history: LaneHistory): number => AXIS_PX + FAULT_ROW_PX * countFaultRows(history);

/** The middle of a lane. */
export function laneY(history: LaneHistory, lane: string): number {
  return topOfLanes(history) + (history.lanes.indexOf(lane) + 0.5) * LANE_PX;
}

export function layoutLanes(history: LaneHistory, viewport: Viewport): LanesLayout {
  const { from, width, pxPerMs } = viewport;
  const to = from + width / pxPerMs;
  const x = (at: number) => Math.round((at - from) * pxPerMs * 10) / 10;
  const y = (lane: string) => laneY(history, lane);
  const arrows: LanesLayout['arrows'] = { socket: '', http: '', tabs: '', bus: '', store: '' };
  let [lost, notes] = ['', ''];
  const [first, last] = [positionAt(history.entries, from), positionAt(history.entries, to + LONGEST_MS)];
  const head = pxPerMs < SCALE_OF_HEADS && last - first > HEADS_FROM_FAR_MAX ? 0 : HEAD_PX;
  for (const entry of history.entries.slice(first, last)) {
    if (entry.kind === 'event' && entry.from !== null && entry.sentAt <= to) {
      const ends = { x1: x(entry.sentAt), y1: y(entry.from), x2: x(entry.at), y2: y(entry.lane) };
      const kind = arrowKind({ ...entry, from: entry.from });
      arrows[kind] += kind === 'bus' ? arrowByWay(ends, y('bus'), head) : arrow(ends, head);
    } else if (entry.at > to) continue;
    else if (entry.kind === 'lost') lost += lostArrow(x(entry.at), y(entry.from), y(middleOf(entry)));
    else if (entry.kind === 'record') notes += `M${x(entry.at)} ${y(entry.lane) + 9}v7`;
  }
  return {
    ...{ arrows, lost, notes },
    bands: layoutBands(history, viewport),
    faults: layoutFaults(history, viewport),
    ticks: layoutTicks(viewport),
    height: topOfLanes(history) + history.lanes.length * LANE_PX,
  };
}

interface Ends {
  x1: number;
  y1: number;
  x2: number;
  y2: number;
}

/** A line with a head. */
function arrow({ x1, y1, x2, y2 }: Ends, head: number): string {
  if (head === 0) return `M${x1} ${y1}L${x2} ${y2}`;
  const down = y2 > y1 ? -1 : 1;
  const back = y2 + down * head * 2;
  return `M${x1} ${y1}L${x2} ${y2}M${x2 - head} ${back}L${x2} ${y2}L${x2 + head} ${back}`;
}

function arrowByWay(ends: Ends, wayY: number, head: number): string {
  const middle = Math.round((ends.x1 + ends.x2) * 5) / 10;
  return `M${ends.x1} ${ends.y1}L${middle} ${wayY}${arrow({ ...ends, x1: middle, y1: wayY }, head)}`;
}

/** Most of the way, and a cross. */
function lostArrow(x: number, y1: number, y2: number): string {
  const end = y1 + (y2 - y1) * 0.8;
  const [left, right] = [x + 5, x + 11];
  return `M${x} ${y1}L${x + 8} ${end}M${left} ${end - 3}L${right} ${end + 3}M${left} ${end + 3}L${right} ${end - 3}`;
}

/** What the bus loses ends there. */
function middleOf({ lane, label }: { lane: string; label: string }): string {
  return label.startsWith('bus ') ? 'bus' : lane;
}

function layoutBands(history: LaneHistory, { from, width, pxPerMs }: Viewport): Band[] {
  const to = from + width / pxPerMs;
  return history.lanes.flatMap((lane) => {
    const states = history.states.get(lane) ?? [];
    const first = Math.max(0, positionAt(states, from) - 1);
    return states.slice(first, positionAt(states, to)).flatMap((state, nth) => {
      const until = states[first + nth + 1]?.at ?? history.at;
      const [start, end] = [Math.max(state.at, from), Math.min(until, to)];
      const band = { lane, x: (start - from) * pxPerMs, width: (end - start) * pxPerMs, mode: state.mode };
      // A band without any extent is a state that was left at once.
      if (band.width <= 0) return [];
      return [{ ...band, key: `${lane} ${state.index}`, text: fitText(state.text, band.width - 10) }];
    });
  });
}

/** The text, its beginning, or nothing. */
function fitText(text: string, width: number): string {
  const room = Math.floor(width / CHAR_PX);
  if (text.length <= room) return text;
  return room < 5 ? '' : `${text.slice(0, room - 1).trimEnd()}…`;
}

/** Faults at the same time are below each other. */
function rowsOfFaults({ faults, at }: LaneHistory): number[] {
  const ends: number[] = [];
  return (faults ?? []).map(({ from, until }) => {
    const free = ends.findIndex((end) => end <= from);
    const row = free < 0 ? ends.length : free;
    const shown = Math.min(row, FAULT_ROWS_MAX - 1);
    ends[shown] = until ?? at;
    return shown;
  });
}

const countFaultRows = (history: LaneHistory) =>
  history.faults === null ? 0 : Math.max(1, ...rowsOfFaults(history).map((row) => row + 1));

function layoutFaults(history: LaneHistory, { from, width, pxPerMs }: Viewport): FaultBar[] {
  const to = from + width / pxPerMs;
  const rows = rowsOfFaults(history);
  return (history.faults ?? []).flatMap(({ fault, name, from: begins, until }, index) => {
    const ends = until ?? history.at;
    if (ends < from || begins > to) return [];
    const start = Math.max(begins, from);
    const barWidth = Math.max((Math.min(ends, to) - start) * pxPerMs, 4);
    return [
      {
        key: fault,
        row: rows[index] ?? 0,
        x: (start - from) * pxPerMs,
        width: barWidth,
        name: fitText(name, barWidth - 10),
      },
    ];
  });
}

const MINUTE_MS = 60_000;
const TICK_STEPS_MS = [
  ...[1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000, 20_000],
  ...[1, 2, 5, 10, 20].map((minutes) => minutes * MINUTE_MS),
];
const TICK_PX_MIN = 90;

function layoutTicks({ from, width, pxPerMs }: Viewport): { x: number; label: string }[] {
  const step = TICK_STEPS_MS.find((ms) => ms * pxPerMs >= TICK_PX_MIN) ?? 60 * MINUTE_MS;
  const first = Math.ceil(from / step) * step;
  const count = Math.max(0, Math.floor((from + width / pxPerMs - first) / step) + 1);
  return Array.from({ length: count }, (_, index) => {
    const at = first + index * step;
    return { x: (at - from) * pxPerMs, label: formatLaneTime(at, step) };
  });
}

/** As `1.25 s`, or `2:01.25` from the second minute on, with the decimals that the step needs. */
export function formatLaneTime(at: number, step = 1): string {
  const decimals = step >= 1000 ? 0 : step >= 100 ? 1 : step >= 10 ? 2 : 3;
  if (at < MINUTE_MS) return `${(at / 1000).toFixed(decimals)} s`;
  // Not rounded: 60 s are a minute.
  const units = Math.floor(at / 10 ** (3 - decimals));
  const [minutes, rest] = [Math.floor(units / (60 * 10 ** decimals)), units % (60 * 10 ** decimals)];
  const seconds = (rest / 10 ** decimals).toFixed(decimals);
  return `${minutes}:${seconds.padStart(decimals === 0 ? 2 : decimals + 3, '0')}`;
}

/** The entry that is nearest to a point of the drawing. @returns its index, or null when nothing is there */
export function entryNear(history: LaneHistory, at: number, lane: string): number | null {
  const around = positionAt(history.entries, at);
  let best: { index: number; distance: number } | null = null;
  for (
    let index = Math.max(0, around - 400);
    index < Math.min(history.entries.length, around + 400);
    index += 1
  ) {
    const entry = history.entries[index];
    if (!entry || !touches(entry, lane)) continue;
    const distance = Math.abs(timeIn(entry, lane) - at);
    if (!best || distance < best.distance) best = { index, distance };
  }
  return best?.index ?? null;
}

const touches = (entry: LaneEntry, lane: string) =>
  (entry.kind === 'event' || entry.kind === 'lost') && entry.from === lane
    ? true
    : entry.kind !== 'fault' && entry.lane === lane;

/** When a message leaves a lane, or when something happens there. */
const timeIn = (entry: LaneEntry, lane: string) =>
  entry.kind === 'event' && entry.from === lane ? entry.sentAt : entry.at;
