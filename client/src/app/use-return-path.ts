import { useLocation } from 'react-router-dom';
import { paths } from '../paths.ts';

/** The history state of a sign-in that returns to the page on which the session ended. */
export interface ReturnState {
  back: string;
}

/** Where a completed sign-in leads: the page it was opened from, else home. */
export function useReturnPath(): string {
  const state = useLocation().state as ReturnState | null;
  return state?.back ?? paths.home;
}
