import { useEffect, useState } from 'react';
import {
  APPEARANCE_KEY,
  chooseAppearance,
  showAppearance,
  storedAppearance,
  type Appearance,
} from '../components/theme.ts';

/** The chosen theme, in agreement with the other tabs. */
export function useAppearance(): [Appearance, (appearance: Appearance) => void] {
  const [appearance, setAppearance] = useState(storedAppearance);
  // The page has its colours before this runs, the system's frame around it does not.
  useEffect(() => showAppearance(storedAppearance()), []);
  useEffect(() => {
    const follow = ({ key }: StorageEvent) => {
      if (key !== APPEARANCE_KEY) return;
      setAppearance(storedAppearance());
      showAppearance(storedAppearance());
    };
    window.addEventListener('storage', follow);
    return () => window.removeEventListener('storage', follow);
  }, []);
  return [
    appearance,
    (choice) => {
      chooseAppearance(choice);
      setAppearance(choice);
    },
  ];
}
