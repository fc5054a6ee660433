import type { Activity, Mute } from '@cruddur/shared';
import { createSignal } from '../signal.ts';

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
