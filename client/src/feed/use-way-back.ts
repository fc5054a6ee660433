import { useLocation } from 'react-router-dom';
import { paths } from '../paths.ts';

/** What a sign-in is opened with by whoever wants to go on afterwards where a session ended. */
export interface WayBack {
  back: string;
}

/** Where somebody goes who has signed in: home, unless they come from elsewhere. */
export function useWayBack(): string {
  const state = useLocation().state as WayBack | null;
  return state?.back ?? paths.home;
}
