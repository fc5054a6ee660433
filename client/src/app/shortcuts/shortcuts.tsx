import { createContext, useCallback, useState, type ReactNode } from 'react';
import { PendingPopup } from '../../lazy/pending-popup.tsx';
import { LazyComponent } from '../../lazy/lazy-component.tsx';
import { lazyValue } from '../../lazy/lazy-value.ts';
import { setShortcutsEnabled, useShortcutsEnabled } from './shortcut-setting.ts';
import { useShortcuts } from './use-shortcuts.ts';
import { useRequiredContext } from '../../use-required-context.ts';

export const shortcutsDialog = lazyValue(
  async () => (await import('./shortcuts-dialog.tsx')).ShortcutsDialog,
);

const ShortcutsContext = createContext<(() => void) | null>(null);

/** Opens the list of shortcuts. */
export function useShortcutsHelp(): () => void {
  return useRequiredContext(ShortcutsContext, 'ShortcutsProvider');
}

/** Binds the shortcuts around the whole page, and holds their list. */
export function ShortcutsProvider({ children }: { children: ReactNode }) {
  const isEnabled = useShortcutsEnabled();
  const [state, setState] = useState<'unasked' | 'open' | 'closed'>('unasked');
  const help = useCallback(() => setState('open'), []);
  const close = () => setState('closed');
  useShortcuts(isEnabled, help);
  return (
    <ShortcutsContext value={help}>
      {children}
      {state !== 'unasked' && (
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
