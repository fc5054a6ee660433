import { useEffect, useSyncExternalStore } from 'react';
import {
  APPEARANCE_KEY,
  APPEARANCES,
  chooseAppearance,
  showAppearance,
  storedAppearance,
  type Appearance,
} from '../components/theme.ts';
import { storedChoice } from './stored-choice.ts';

const { subscribe, tell } = storedChoice(APPEARANCE_KEY);

function choose(appearance: Appearance): void {
  chooseAppearance(appearance);
  tell();
}

/** The chosen theme, in agreement with the other tabs. */
export function useAppearance(): [Appearance, (appearance: Appearance) => void] {
  const appearance = useSyncExternalStore(subscribe, storedAppearance, () => APPEARANCES[0]);
  // What is stored, which a page that the server made does not know at first. It has its colours before, its frame has not.
  useEffect(() => showAppearance(storedAppearance()), [appearance]);
  return [appearance, choose];
}
