import { useCallback, useState } from 'react';
import type { ToastNews } from '../components/toasts.tsx';

/** One without an id is a line of its own. */
export type ToastWords = Omit<ToastNews, 'id'> & Partial<Pick<ToastNews, 'id'>>;

/** What just happened, until each line has had its time. A line under an id that is there already replaces it. */
export function useToasts() {
  const [news, setNews] = useState<readonly ToastNews[]>([]);
  const say = useCallback((one: ToastWords) => {
    const next = { id: crypto.randomUUID(), ...one };
    setNews((before) =>
      before.some(({ id }) => id === next.id)
        ? before.map((old) => (old.id === next.id ? next : old))
        : [...before, next],
    );
  }, []);
  const done = useCallback((id: string) => setNews((before) => before.filter((one) => one.id !== id)), []);
  return { news, say, done };
}
