import { useEffect, useSyncExternalStore } from 'react';
import type { RealtimeClient } from './realtime-client.ts';
import type { ConnectionState } from './connection/connection.machine.ts';
import type { OutageNotice } from './tabs/outage-notice.ts';
import { createSignal } from '../base/signal.ts';
import { createRequiredContext } from '../base/page/required-context.ts';

const [RealtimeContext, useRealtimeClient] = createRequiredContext<RealtimeClient>('RealtimeContext');
export { RealtimeContext };

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

/**
 * The sequence number of the last public event that this tab has applied; null before the first, and while it is not followed,
 * because it changes with every event.
 */
export function usePublicSeq(isFollowed: boolean): number | null {
  const { publicSeq } = useRealtimeClient();
  const { subscribe, getSnapshot } = isFollowed ? publicSeq : NOT_FOLLOWED;
  return useSyncExternalStore(subscribe, getSnapshot, getSnapshot);
}

const NOT_FOLLOWED = createSignal(null);
