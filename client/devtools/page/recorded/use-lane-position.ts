import { useState } from 'react';
import type { RecordPosition } from '../use-shown-record.ts';
import { toLanePosition, toRecordPosition, type RecordedLanes } from './to-lanes.ts';

interface LanePosition {
  /** The number of the history's entries before the chosen position; null is the end. */
  position: number | null;
  moveTo: (position: number | null) => void;
}

/**
 * The position of the recording in its lanes. One entry of the recording can be several there, so the exact one is kept while the
 * recording stays at it.
 */
export function useLanePosition(shown: RecordPosition, lanes: RecordedLanes): LanePosition {
  const [exact, setExact] = useState<number | null>(null);
  const isHere = exact !== null && toRecordPosition(lanes, exact) === shown.position;
  return {
    position: isHere ? exact : toLanePosition(lanes, shown.position),
    moveTo(to) {
      setExact(to);
      shown.moveTo(to === null ? null : toRecordPosition(lanes, to));
    },
  };
}
