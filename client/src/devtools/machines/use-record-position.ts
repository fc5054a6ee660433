import { useState } from 'react';
import type { RecordSnapshot } from './record.ts';

/** A record on the page, and where in it the page stands. */
export interface RecordPosition {
  recorded: RecordSnapshot;
  /** How many entries have happened there; null is now. */
  position: number | null;
  moveTo: (place: number | null) => void;
}

/**
 * Lets somebody stand at a place of a record. For as long as they do it is the record of then, so that nothing moves below them:
 * what comes waits for them.
 * @param of what the record is of: of another one, nobody has chosen a place yet
 */
export function useRecordPosition(of: unknown, now: RecordSnapshot): RecordPosition {
  const [frozen, setFrozen] = useState<{ of: unknown; recorded: RecordSnapshot; place: number } | null>(null);
  const current = frozen?.of === of ? frozen : null;
  const recorded = current?.recorded ?? now;
  return {
    recorded,
    position: current?.place ?? null,
    moveTo: (place) => setFrozen(place === null ? null : { of, recorded, place }),
  };
}
