import { useEffect, useSyncExternalStore } from 'react';
import { storedChoice } from '../stored-choice.ts';

const KEY = 'shortcuts';
const OFF = 'off';
const { subscribe, tell } = storedChoice(KEY);

const isOn = () => localStorage.getItem(KEY) !== OFF;

export function turnShortcuts(on: boolean): void {
  if (on) localStorage.removeItem(KEY);
  else localStorage.setItem(KEY, OFF);
  tell();
}

/** Whether this browser's shortcuts are on, as they are until somebody turns them off. */
export function useShortcutsOn(): boolean {
  const on = useSyncExternalStore(subscribe, isOn, () => true);
  // Fields that announce a key of theirs look here.
  useEffect(() => {
    document.documentElement.dataset.shortcuts = on ? 'on' : OFF;
  }, [on]);
  return on;
}
