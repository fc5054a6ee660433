import { createContext, useMemo, type ReactNode } from 'react';
import { createPresence, type PresenceLeases } from './presence.ts';
import type { RealtimeClient } from '../realtime-client.ts';
import type { ServerClock } from '../../clock/server-clock.ts';
import type { Runtime } from '../../runtime/runtime.ts';
import type { Signal } from '../../signal.ts';
import { useRequiredContext } from '../../use-required-context.ts';

interface PresenceContextValue {
  realtime: RealtimeClient;
  runtime: Runtime;
  leases: Signal<PresenceLeases>;
}

const PresenceContext = createContext<PresenceContextValue | null>(null);

interface Props {
  realtime: RealtimeClient;
  runtime: Runtime;
  clock: ServerClock;
  children: ReactNode;
}

/** Provides the presence of other users. */
export function PresenceProvider({ realtime, runtime, clock, children }: Props) {
  const presence = useMemo(
    () => ({ realtime, runtime, leases: createPresence(realtime.ephemeralEvents, clock.now) }),
    [realtime, runtime, clock],
  );
  return <PresenceContext value={presence}>{children}</PresenceContext>;
}

export function usePresenceContext(): PresenceContextValue {
  return useRequiredContext(PresenceContext, 'PresenceProvider');
}
