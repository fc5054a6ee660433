import { createContext, useMemo, type ReactNode } from 'react';
import { createPresence, type PresenceLeases } from './presence.ts';
import type { RealtimeClient } from '../realtime-client.ts';
import type { Signal } from '../../signal.ts';
import { useRequiredContext } from '../../use-required-context.ts';

interface PresenceContextValue {
  realtime: RealtimeClient;
  leases: Signal<PresenceLeases>;
}

const PresenceContext = createContext<PresenceContextValue | null>(null);

/** Provides the presence of other users. */
export function PresenceProvider({ realtime, children }: { realtime: RealtimeClient; children: ReactNode }) {
  const presence = useMemo(
    () => ({ realtime, leases: createPresence(realtime.ephemeralEvents) }),
    [realtime],
  );
  return <PresenceContext value={presence}>{children}</PresenceContext>;
}

export function usePresenceContext(): PresenceContextValue {
  return useRequiredContext(PresenceContext, 'PresenceProvider');
}
