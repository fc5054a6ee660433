import { useLocation } from 'react-router-dom';
import { paths } from '../base/paths.ts';

/** The history state of a sign-in that returns to the page on which the session ended. */
export interface ReturnState {
  back: string;
  /** The end of a session led here, and not a press. */
  hasEnded?: boolean;
  /** A screen for members led here, and not a press. */
  isRedirect?: boolean;
}

/** Where a completed sign-in leads: the page it was opened from, else home. */
export function useReturnPath(): string {
  const state = useLocation().state as ReturnState | null;
  return state?.back ?? paths.home;
}

/** Whether the end of a session led to this sign-in. */
export function useHasSessionEnded(): boolean {
  const state = useLocation().state as ReturnState | null;
  return state?.hasEnded ?? false;
}
