import type { Mute } from '@cruddur/shared';
import { localItems } from '../browser-storage.ts';

const KEY = 'mutes';

/** The mutes that this browser knew last, for the first screen; null when it knows none of this viewer. */
export function readStoredMutes(viewer: string): readonly Mute[] | null {
  try {
    const stored = JSON.parse(localItems.getItem(KEY) ?? 'null') as {
      viewer: string;
      mutes: readonly Mute[];
    } | null;
    return stored?.viewer === viewer && Array.isArray(stored.mutes) ? stored.mutes : null;
  } catch {
    // Unreadable, or storage is blocked: they are fetched.
    return null;
  }
}

export function storeMutes(viewer: string, mutes: readonly Mute[]): void {
  try {
    localItems.setItem(KEY, JSON.stringify({ viewer, mutes }));
  } catch {
    // The storage is full or blocked: the next page waits for the fetched ones.
  }
}

export function forgetStoredMutes(): void {
  localItems.removeItem(KEY);
}
