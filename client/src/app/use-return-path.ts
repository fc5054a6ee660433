import { useLocation } from 'react-router-dom';
import { paths } from '../paths.ts';

/** What a sign-in is opened with by whoever wants to go on afterwards where a session ended. */
export interface ReturnState {
  back: string;
}

/** Where somebody goes who has signed in: home, unless they come from elsewhere. */
export function useReturnPath(): string {
  const state = useLocation().state as ReturnState | null;
  return state?.back ?? paths.home;
}
