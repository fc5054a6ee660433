import { useNow } from './clock-react.tsx';

/**
 * The seconds until a moment of the server's time, rounded up; 0 once it has passed.
 * @param longest the whole wait in milliseconds: it begins between two ticks, so the first ones counted may be from before
 */
export function useSecondsUntil(moment: number, longest: number): number {
  const now = useNow(500);
  return Math.ceil(Math.min(Math.max(0, moment - now), longest) / 1000);
}
