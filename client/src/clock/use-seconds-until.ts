import { useNow } from './clock-react.tsx';

/** The seconds until a moment of the server's time, rounded up; 0 once it has passed. */
export function useSecondsUntil(moment: number): number {
  const now = useNow(500);
  return Math.max(0, Math.ceil((moment - now) / 1000));
}
