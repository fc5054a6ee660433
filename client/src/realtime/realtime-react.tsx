import { createContext, useEffect, useSyncExternalStore, type ReactNode } from 'react';
import type { ConnectionState } from './connection/connection-state.ts';
import type { RealtimeClient } from './realtime-client.ts';
import { useRequiredContext } from '../use-required-context.ts';

const RealtimeContext = createContext<RealtimeClient | null>(null);

/** Lends the tab's connection to the tree below. */
export function RealtimeProvider({ live, children }: { live: RealtimeClient; children: ReactNode }) {
  return <RealtimeContext value={live}>{children}</RealtimeContext>;
}

export function useConnection(): ConnectionState & { checkAlive: () => void } {
  const { connectionState, checkAlive } = useRealtimeClient();
  return {
    ...useSyncExternalStore(
      connectionState.subscribe,
      connectionState.getSnapshot,
      connectionState.getSnapshot,
    ),
    checkAlive,
  };
}

/** Brings the public news to a page that a visitor looks at, by plain questions. */
export function useVisitorUpdates(asVisitor: boolean): void {
  const { watchPublicStream } = useRealtimeClient();
  useEffect(() => (asVisitor ? watchPublicStream() : undefined), [asVisitor, watchPublicStream]);
}

/** The number of the last public event that this tab has taken in; null before any. */
export function usePublicSeq(): number | null {
  const { publicSeq } = useRealtimeClient();
  return useSyncExternalStore(publicSeq.subscribe, publicSeq.getSnapshot, publicSeq.getSnapshot);
}

function useRealtimeClient(): RealtimeClient {
  return useRequiredContext(RealtimeContext, 'RealtimeProvider');
}
