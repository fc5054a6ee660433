import { useEffect, useSyncExternalStore } from 'react';
import {
  APPEARANCE_KEY,
  APPEARANCES,
  storeAppearance,
  applyAppearance,
  readStoredAppearance,
  type Appearance,
} from '../../base/ui/theme.ts';
import { createStoredPreference } from '../../base/browser-storage.ts';

const { subscribe, notifyListeners } = createStoredPreference(APPEARANCE_KEY);

function chooseAppearance(appearance: Appearance): void {
  storeAppearance(appearance);
  notifyListeners();
}

/** The chosen theme, synchronised with the other tabs. */
export function useAppearance(): [Appearance, (appearance: Appearance) => void] {
  const appearance = useSyncExternalStore(subscribe, readStoredAppearance, () => APPEARANCES[0]);
  // Reads the stored value, not the state: during hydration the state is the server's default.
  useEffect(() => applyAppearance(readStoredAppearance()), [appearance]);
  return [appearance, chooseAppearance];
}
