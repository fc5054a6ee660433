import { useMemo, useRef } from 'react';
import { LaneDrawing } from '../lanes/lane-drawing.tsx';
import { LaneEvents } from '../lanes/lane-events.tsx';
import { TimeBar } from '../lanes/time-bar.tsx';
import type { RecordPosition } from '../use-shown-record.ts';
import { createLaneReader } from './to-lanes.ts';
import { useLanePosition } from './use-lane-position.ts';
import { useTimeNow } from './use-time-now.ts';
import '../lanes/lanes-page.css';

interface Props {
  shown: RecordPosition;
  /** The id of this page's tab; null when the recording is not of this browser. */
  ownTab: string | null;
  /** What the replay of an opened trace has shown; null for the live recording. */
  verdict: string | null;
}

const LEGEND = ['socket', 'http', 'tabs', 'lost'] as const;
const LABELS = { usual: 'No heartbeats', history: 'Marks' };

/** The view `Lanes`: the recording as lanes of its tabs, at the same position as the charts. */
export function RecordedLanes({ shown, ownTab, verdict }: Props) {
  const { recorded } = shown;
  const readLanes = useMemo(() => createLaneReader(ownTab), [ownTab]);
  const lanes = useMemo(() => readLanes(recorded.entries), [readLanes, recorded.entries]);
  const { position, moveTo } = useLanePosition(shown, lanes);
  const middle = useRef<HTMLDivElement>(null);
  const isLive = verdict === null;
  const isRunning = isLive && position === null;
  const now = useTimeNow(isRunning);
  const [first] = recorded.entries;
  const history = useMemo(() => {
    if (!isRunning || !first) return lanes.history;
    // States last until now, although nothing has happened since.
    return { ...lanes.history, at: Math.max(lanes.history.at, now - first.at) };
  }, [lanes, isRunning, first, now]);

  /** The lanes may be above the screen of a phone. */
  function showEntry(to: number): void {
    moveTo(to);
    middle.current?.scrollIntoView({ block: 'nearest' });
  }

  return (
    <div className="lanes-page recorded">
      <div className="ln-middle" ref={middle}>
        <LaneDrawing
          key={isLive ? 'live' : String(recorded.entries[0]?.at)}
          history={history}
          position={position}
          onMove={moveTo}
          legend={LEGEND}
          startsWhole
        />
      </div>
      <TimeBar
        history={history}
        label="Recorded time"
        position={position}
        atEnd={isLive ? 'live' : 'the end'}
        toggle={
          position === null
            ? {
                label: 'Pause',
                isRunning: true,
                isDisabled: history.entries.length === 0,
                onPress: () => moveTo(history.entries.length),
              }
            : {
                label: isLive ? 'Go to now' : 'Go to the end',
                isRunning: false,
                isDisabled: false,
                onPress: () => moveTo(null),
              }
        }
        onMove={(to) => moveTo(to !== null && to >= history.entries.length ? null : to)}
        onStep={null}
      />
      <div className="ln-side">
        {verdict !== null && (
          <p className="replay-verdict" role="status">
            {verdict}
          </p>
        )}
        <LaneEvents entries={history.entries} position={position} onMove={showEntry} labels={LABELS} />
      </div>
    </div>
  );
}
