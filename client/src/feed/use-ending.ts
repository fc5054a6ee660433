import { useReached } from '../components/clock.tsx';

/** How long the row stays that says so, in milliseconds from the end. */
export const GONE_MS = 4000;
/** The times of the look for a crud's fading and a row's closing. */
const BURN_MS = 600;
const CLOSE_MS = 220;

/** From words, over their fading and a row in their place that closes, to nothing. */
export type Ending = 'alive' | 'burning' | 'gone' | 'closing' | 'over';

/** How far a crud is on its way out. @param end epoch milliseconds; Infinity never ends */
export function useEnding(end: number): Ending {
  const motion = window.matchMedia('(prefers-reduced-motion: no-preference)').matches;
  const ended = useReached(end);
  const burned = useReached(end + (motion ? BURN_MS : 0));
  const closing = useReached(end + GONE_MS);
  const over = useReached(end + GONE_MS + (motion ? CLOSE_MS : 0));
  if (over) return 'over';
  if (closing) return 'closing';
  if (burned) return 'gone';
  return ended ? 'burning' : 'alive';
}

/** Epoch milliseconds at which a crud ends by itself. */
export function endOf({ expires_at }: { expires_at: string | null }): number {
  return expires_at === null ? Infinity : Date.parse(expires_at);
}
