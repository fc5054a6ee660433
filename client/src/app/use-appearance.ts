import { useEffect, useSyncExternalStore } from 'react';
import {
  APPEARANCE_KEY,
  APPEARANCES,
  storeAppearance,
  applyAppearance,
  readStoredAppearance,
  type Appearance,
} from '../ui/theme.ts';
import { createStoredPreference } from './stored-preference.ts';

const { subscribe, notifyListeners } = createStoredPreference(APPEARANCE_KEY);

function choose(appearance: Appearance): void {
  storeAppearance(appearance);
  notifyListeners();
}

/** The chosen theme, in agreement with the other tabs. */
export function useAppearance(): [Appearance, (appearance: Appearance) => void] {
  const appearance = useSyncExternalStore(subscribe, readStoredAppearance, () => APPEARANCES[0]);
  // What is stored, which a page that the server made does not know at first. It has its colours before, its frame has not.
  useEffect(() => applyAppearance(readStoredAppearance()), [appearance]);
  return [appearance, choose];
}
