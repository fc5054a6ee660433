import { useState } from 'react';
import type { Recorded } from './record.ts';

/** A record on the page, and where in it the page stands. */
export interface Standpoint {
  recorded: Recorded;
  /** How many entries have happened there; null is now. */
  place: number | null;
  stand: (place: number | null) => void;
}

/**
 * Lets somebody stand at a place of a record. For as long as they do it is the record of then, so that nothing moves below them:
 * what comes waits for them.
 * @param of what the record is of: of another one, nobody has chosen a place yet
 */
export function useStill(of: unknown, now: Recorded): Standpoint {
  const [still, setStill] = useState<{ of: unknown; recorded: Recorded; place: number } | null>(null);
  const here = still?.of === of ? still : null;
  const recorded = here?.recorded ?? now;
  return {
    recorded,
    place: here?.place ?? null,
    stand: (place) => setStill(place === null ? null : { of, recorded, place }),
  };
}
