import type { Activity } from '@cruddur/shared';
import { useMemo, useSyncExternalStore } from 'react';
import { useSession } from '../auth/session/session-react.tsx';
import { activeMutes, type ActiveMutes } from './active-mutes.ts';

/** The viewer's mutes. `areKnown` is false until a list can be shown without what is muted; visitors have none. */
export function useMutes(): { mutes: ActiveMutes | null; areKnown: boolean } {
  const { person } = useSession();
  const active = useSyncExternalStore(activeMutes.subscribe, activeMutes.getSnapshot, () => null);
  const mutes = active?.viewer === person?.cognito_id ? active : null;
  return { mutes, areKnown: person === null || mutes !== null };
}

/** The items that are not muted; the same list when none is. */
export function useUnmuted<A extends Activity>(items: A[]): { unmuted: A[]; areKnown: boolean } {
  const { mutes, areKnown } = useMutes();
  const unmuted = useMemo(() => {
    const rest = items.filter((item) => !mutes || mutes.reasonFor(item) === null);
    return rest.length === items.length ? items : rest;
  }, [items, mutes]);
  return { unmuted, areKnown };
}
