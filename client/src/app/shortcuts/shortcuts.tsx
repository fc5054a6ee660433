import { createContext, useCallback, useEffect, useState, useSyncExternalStore, type ReactNode } from 'react';
import { localItems } from '../../browser-storage.ts';
import { PendingPopup } from '../../lazy/pending-popup.tsx';
import { LazyComponent } from '../../lazy/lazy-component.tsx';
import { lazyValue } from '../../lazy/lazy-value.ts';
import { createStoredPreference } from '../stored-preference.ts';
import { useShortcuts } from './use-shortcuts.ts';
import { useRequiredContext } from '../../use-required-context.ts';

const shortcutsDialog = lazyValue(24, async () => (await import('./shortcuts-dialog.tsx')).ShortcutsDialog);

const STORAGE_KEY = 'shortcuts';
const OFF = 'off';
const preference = createStoredPreference(STORAGE_KEY);

const ShortcutsContext = createContext<(() => void) | null>(null);

/** @returns opens the list of shortcuts */
export function useShortcutsHelp(): () => void {
  return useRequiredContext(ShortcutsContext, 'ShortcutsProvider');
}

/** Binds the shortcuts of the page, and shows their list. */
export function ShortcutsProvider({ children }: { children: ReactNode }) {
  const isEnabled = useShortcutsEnabled();
  const [state, setState] = useState<'untouched' | 'open' | 'closed'>('untouched');
  const openHelp = useCallback(() => setState('open'), []);
  const close = () => setState('closed');
  useShortcuts(isEnabled, openHelp);
  return (
    <ShortcutsContext value={openHelp}>
      {children}
      {state !== 'untouched' && (
        <LazyComponent
          component={shortcutsDialog}
          componentProps={{
            open: state === 'open',
            onClose: close,
            isEnabled,
            onToggle: setShortcutsEnabled,
          }}
          fallback={state === 'open' && <PendingPopup onCancel={close} />}
        />
      )}
    </ShortcutsContext>
  );
}

/** Whether shortcuts are on in this browser: the default, until the switch of their list turns them off. */
function useShortcutsEnabled(): boolean {
  const isEnabled = useSyncExternalStore(preference.subscribe, readShortcutsEnabled, () => true);
  // The style sheet hides key hints by this attribute.
  useEffect(() => {
    document.documentElement.dataset.shortcuts = isEnabled ? 'on' : OFF;
  }, [isEnabled]);
  return isEnabled;
}

function readShortcutsEnabled(): boolean {
  return localItems.getItem(STORAGE_KEY) !== OFF;
}

function setShortcutsEnabled(on: boolean): void {
  if (on) localItems.removeItem(STORAGE_KEY);
  else localItems.setItem(STORAGE_KEY, OFF);
  preference.notifyListeners();
}
