import { useCallback, useState } from 'react';
import type { ToastNews } from '../components/toasts.tsx';

/** What just happened, until each line has had its time. */
export function useToasts() {
  const [news, setNews] = useState<readonly ToastNews[]>([]);
  const say = useCallback((one: Omit<ToastNews, 'id'>) => {
    setNews((before) => [...before, { ...one, id: crypto.randomUUID() }]);
  }, []);
  const done = useCallback((id: string) => setNews((before) => before.filter((one) => one.id !== id)), []);
  return { news, say, done };
}
