import { useSelector } from '@xstate/react';
import { createContext, use, type ReactNode } from 'react';
import type { Live } from './live.ts';

const LiveContext = createContext<Live | null>(null);

/** Lends the tab's connection to the tree below. */
export function LiveProvider({ live, children }: { live: Live; children: ReactNode }) {
  return <LiveContext value={live}>{children}</LiveContext>;
}

export interface LiveState {
  status: 'idle' | 'connecting' | 'live' | 'reconnecting' | 'refused';
  /** After a loss: the cursors show that nothing was missed. */
  proved: boolean;
  wake: () => void;
}

export function useLive(): LiveState {
  const live = use(LiveContext);
  if (!live) throw new Error('useLive needs a LiveProvider above it');
  const status = useSelector(live.connection, (snapshot) => snapshot.value);
  const proved = useSelector(live.connection, (snapshot) => snapshot.context.proved);
  return { status, proved, wake: live.wake };
}
