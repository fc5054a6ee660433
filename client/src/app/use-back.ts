import { useLocation, useNavigate } from 'react-router-dom';
import { paths } from '../paths.ts';

/** Whether there is no previous page of ours: somebody came here by an address from outside. */
export function useIsFirstPage(): boolean {
  // The router names the entry that it did not make itself so.
  return useLocation().key === 'default';
}

/** The way to the previous page; home for those who came from outside. */
export function useBack(): () => void {
  const navigate = useNavigate();
  const isFirst = useIsFirstPage();
  return () => void (isFirst ? navigate(paths.home) : navigate(-1));
}
