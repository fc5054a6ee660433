import { useLocation, useNavigate } from 'react-router-dom';
import { paths } from '../paths.ts';

/** The way to the previous page; home for those who came here by an address from outside. */
export function useBack(): () => void {
  const navigate = useNavigate();
  const { key } = useLocation();
  // The router names the entry that it did not make itself so.
  const isFirst = key === 'default';
  return () => void (isFirst ? navigate(paths.home) : navigate(-1));
}
