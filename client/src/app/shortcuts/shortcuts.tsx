import { useCallback, useEffect, useState, useSyncExternalStore, type ReactNode } from 'react';
import { localItems, createStoredPreference } from '../../base/browser-storage.ts';
import { SHORTCUTS_KEY, SHORTCUTS_OFF, readShortcutsEnabled } from '../../base/ui/keyboard.ts';
import { pageState } from '../../base/page/page-state.ts';
import { PendingPopup } from '../../base/lazy/pending-popup.tsx';
import { LazyComponent, lazyValue } from '../../base/lazy/lazy-component.tsx';
import { useShortcuts } from './use-shortcuts.ts';
import { createRequiredContext } from '../../base/page/required-context.ts';

const shortcutsDialog = lazyValue(24, async () => (await import('./shortcuts-dialog.tsx')).ShortcutsDialog);

const preference = createStoredPreference(SHORTCUTS_KEY);

/** The hook returns a function that opens the list of shortcuts. */
const [ShortcutsContext, useShortcutsHelp] = createRequiredContext<() => void>('ShortcutsContext');
export { useShortcutsHelp };

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
    pageState().shortcuts = isEnabled ? 'on' : SHORTCUTS_OFF;
  }, [isEnabled]);
  return isEnabled;
}

function setShortcutsEnabled(on: boolean): void {
  if (on) localItems.removeItem(SHORTCUTS_KEY);
  else localItems.setItem(SHORTCUTS_KEY, SHORTCUTS_OFF);
  preference.notifyListeners();
}
