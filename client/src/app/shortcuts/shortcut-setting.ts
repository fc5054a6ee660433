import { useEffect, useSyncExternalStore } from 'react';
import { createStoredPreference } from '../stored-preference.ts';

const KEY = 'shortcuts';
const OFF = 'off';
const { subscribe, notifyListeners } = createStoredPreference(KEY);

const isOn = () => localStorage.getItem(KEY) !== OFF;

export function setShortcutsEnabled(on: boolean): void {
  if (on) localStorage.removeItem(KEY);
  else localStorage.setItem(KEY, OFF);
  notifyListeners();
}

/** Whether this browser's shortcuts are on, as they are until somebody turns them off. */
export function useShortcutsEnabled(): boolean {
  const on = useSyncExternalStore(subscribe, isOn, () => true);
  // Fields that announce a key of theirs look here.
  useEffect(() => {
    document.documentElement.dataset.shortcuts = on ? 'on' : OFF;
  }, [on]);
  return on;
}
