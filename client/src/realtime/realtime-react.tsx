import { createContext, useEffect, useSyncExternalStore, type ReactNode } from 'react';
import type { RealtimeClient } from './realtime-client.ts';
import type { ConnectionState } from './tabs/connection-actor.ts';
import type { OutageNotice } from './tabs/outage-notice.ts';
import { useRequiredContext } from '../use-required-context.ts';

const RealtimeContext = createContext<RealtimeClient | null>(null);

/** Provides the tab's realtime client. */
export function RealtimeProvider({ realtime, children }: { realtime: RealtimeClient; children: ReactNode }) {
  return <RealtimeContext value={realtime}>{children}</RealtimeContext>;
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

export function useOutageNotice(): OutageNotice {
  const { outageNotice } = useRealtimeClient();
  return useSyncExternalStore(outageNotice.subscribe, outageNotice.getSnapshot, outageNotice.getSnapshot);
}

/** Keeps a visitor's page up to date by polling the public stream. */
export function useVisitorUpdates(asVisitor: boolean): void {
  const { watchPublicStream } = useRealtimeClient();
  useEffect(() => (asVisitor ? watchPublicStream() : undefined), [asVisitor, watchPublicStream]);
}

/** The sequence number of the last public event that this tab has applied; null before the first. */
export function usePublicSeq(): number | null {
  const { publicSeq } = useRealtimeClient();
  return useSyncExternalStore(publicSeq.subscribe, publicSeq.getSnapshot, publicSeq.getSnapshot);
}

function useRealtimeClient(): RealtimeClient {
  return useRequiredContext(RealtimeContext, 'RealtimeProvider');
}
