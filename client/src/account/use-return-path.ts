import { useLocation } from 'react-router-dom';
import { paths } from '../base/paths.ts';

/** The history state of the pages of a sign-in, which hand it on: where the sign-in returns to, and what led here. */
export interface ReturnState {
  back: string;
  /** The end of a session led here, and not a press. */
  hasEnded?: boolean;
  /** A screen for members led here, and not a press. */
  isRedirect?: boolean;
  /** The page before found that a code is needed: this one sends it at once. */
  needsCode?: boolean;
}

export function useReturnState(): ReturnState | null {
  return useLocation().state as ReturnState | null;
}

/** Where a completed sign-in leads: the page it was opened from, else home. */
export function useReturnPath(): string {
  return useReturnState()?.back ?? paths.home;
}

/** Whether the end of a session led to this sign-in. */
export function useHasSessionEnded(): boolean {
  return useReturnState()?.hasEnded ?? false;
}
