import { createContext, use, useEffect, useSyncExternalStore, type ReactNode } from 'react';
import type { LineState } from './line-state.ts';
import type { Live } from './live.ts';

const LiveContext = createContext<Live | null>(null);

/** Lends the tab's connection to the tree below. */
export function LiveProvider({ live, children }: { live: Live; children: ReactNode }) {
  return <LiveContext value={live}>{children}</LiveContext>;
}

export function useLive(): LineState & { wake: () => void } {
  const { line, wake } = useLiveContext();
  return { ...useSyncExternalStore(line.subscribe, line.getSnapshot, line.getSnapshot), wake };
}

/** Brings the public news to a page that a visitor looks at, by plain questions. */
export function useNewsAsVisitor(asVisitor: boolean): void {
  const { watch } = useLiveContext();
  useEffect(() => (asVisitor ? watch() : undefined), [asVisitor, watch]);
}

/** The number of the last public event that this tab has taken in; null before any. */
export function useCaughtUp(): number | null {
  const { caughtUp } = useLiveContext();
  return useSyncExternalStore(caughtUp.subscribe, caughtUp.getSnapshot, caughtUp.getSnapshot);
}

function useLiveContext(): Live {
  const live = use(LiveContext);
  if (!live) throw new Error('The connection needs a LiveProvider above it');
  return live;
}
