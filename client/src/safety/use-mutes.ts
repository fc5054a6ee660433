import type { Activity, Mute } from '@cruddur/shared';
import { useMemo, useSyncExternalStore } from 'react';
import { useSession } from '../base/session/session-react.tsx';
import { createSignal } from '../base/signal.ts';

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

/** The mutes of the viewer that have not ended, as lists apply them. */
export interface ActiveMutes {
  /** Whose they are: those of the last viewer hide nothing from the next one. */
  viewer: string;
  /** Latest first. */
  mutes: readonly Mute[];
  /** Why a crud is muted, as `word`, `#hashtag` or `@handle`; null when it is not. The viewer's own cruds never are. */
  reasonFor(activity: Activity): string | null;
  muteOfPerson(sub: string): Mute | undefined;
}

/** Null until they are known, and for visitors. Set by `MuteKeeper`, whose chunk visitors do not load. */
export const activeMutes = createSignal<ActiveMutes | null>(null);
