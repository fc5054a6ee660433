import { useEffect, useSyncExternalStore } from 'react';
import {
  APPEARANCE_KEY,
  APPEARANCES,
  chooseAppearance,
  showAppearance,
  storedAppearance,
  type Appearance,
} from '../components/theme.ts';

const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  // What other tabs do is heard as an event, what this one does is not.
  const follow = ({ key }: StorageEvent) => {
    if (key !== APPEARANCE_KEY) return;
    showAppearance(storedAppearance());
    listener();
  };
  listeners.add(listener);
  window.addEventListener('storage', follow);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', follow);
  };
}

function choose(appearance: Appearance): void {
  chooseAppearance(appearance);
  for (const listener of listeners) listener();
}

/** The chosen theme, in agreement with the other tabs. */
export function useAppearance(): [Appearance, (appearance: Appearance) => void] {
  const appearance = useSyncExternalStore(subscribe, storedAppearance, () => APPEARANCES[0]);
  // The page has its colours before this runs, the system's frame around it does not.
  useEffect(() => showAppearance(storedAppearance()), []);
  return [appearance, choose];
}
