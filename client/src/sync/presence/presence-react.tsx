import { useMemo, type ReactNode } from 'react';
import { createPresence, type PresenceLeases } from './presence.ts';
import type { RealtimeClient } from '../realtime-client.ts';
import type { ServerClock } from '../../base/clock/server-clock.ts';
import type { Runtime } from '../../base/runtime/runtime.ts';
import type { Signal } from '../../base/signal.ts';
import { createRequiredContext } from '../../base/page/required-context.ts';

interface PresenceContextValue {
  realtime: RealtimeClient;
  runtime: Runtime;
  leases: Signal<PresenceLeases>;
}

const [PresenceContext, usePresenceContext] = createRequiredContext<PresenceContextValue>('PresenceContext');
export { usePresenceContext };

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
