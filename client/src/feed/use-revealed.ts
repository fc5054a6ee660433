import { useCallback, useState } from 'react';
import { flushSync } from 'react-dom';

/** The muted items of a list that the reader has opened. `reveal` keeps its identity. */
export function useRevealed(): { revealed: ReadonlySet<string>; reveal: (uuid: string) => void } {
  const [revealed, setRevealed] = useState<ReadonlySet<string>>(new Set());
  const reveal = useCallback((uuid: string) => {
    flushSync(() => setRevealed((before) => new Set([...before, uuid])));
    // The pressed button is gone.
    document.querySelector<HTMLElement>(`[role=feed] [data-crud="${uuid}"]`)?.focus({ preventScroll: true });
  }, []);
  return { revealed, reveal };
}
