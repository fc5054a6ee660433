import { useCallback, useState } from 'react';
import type { ToastMessage } from '../ui/toasts.tsx';

/** One without an id is a line of its own. */
export type ToastInput = Omit<ToastMessage, 'id'> & Partial<Pick<ToastMessage, 'id'>>;

/** What just happened, until each line has had its time. A line under an id that is there already replaces it. */
export function useToasts() {
  const [news, setNews] = useState<readonly ToastMessage[]>([]);
  const showToast = useCallback((one: ToastInput) => {
    const next = { id: crypto.randomUUID(), ...one };
    setNews((before) =>
      before.some(({ id }) => id === next.id)
        ? before.map((old) => (old.id === next.id ? next : old))
        : [...before, next],
    );
  }, []);
  const removeToast = useCallback(
    (id: string) => setNews((before) => before.filter((one) => one.id !== id)),
    [],
  );
  return { news, say: showToast, done: removeToast };
}
