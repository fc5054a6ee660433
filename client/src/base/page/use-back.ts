import { useLocation, useNavigate } from 'react-router-dom';
import { paths } from '../paths.ts';

/** Whether the history has no previous page of this site. */
export function useIsFirstPage(): boolean {
  // The router's key of an entry that it has not created.
  return useLocation().key === 'default';
}

/** Navigates to the previous page, or home when there is none of this site. */
export function useBack(): () => void {
  const navigate = useNavigate();
  const isFirst = useIsFirstPage();
  return () => void (isFirst ? navigate(paths.home) : navigate(-1));
}
