import { useEffect, useSyncExternalStore } from 'react';

const KEY = 'shortcuts';
const OFF = 'off';
const listeners = new Set<() => void>();

const isOn = () => localStorage.getItem(KEY) !== OFF;

function subscribe(listener: () => void): () => void {
  // What other tabs do is heard as an event, what this one does is not.
  const follow = ({ key }: StorageEvent) => key === KEY && listener();
  listeners.add(listener);
  window.addEventListener('storage', follow);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', follow);
  };
}

export function turnShortcuts(on: boolean): void {
  if (on) localStorage.removeItem(KEY);
  else localStorage.setItem(KEY, OFF);
  for (const listener of listeners) listener();
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
