import { createContext, use, useCallback, useState, type ReactNode } from 'react';
import { Awaited } from '../../components/awaited.tsx';
import { LatePart } from '../../components/late-part.tsx';
import { late } from '../../late.ts';
import { turnShortcuts, useShortcutsOn } from './shortcut-switch.ts';
import { useShortcuts } from './use-shortcuts.ts';

export const shortcutsDialog = late(async () => (await import('./shortcuts-dialog.tsx')).ShortcutsDialog);

const ShortcutsContext = createContext<(() => void) | null>(null);

/** Opens the list of shortcuts. */
export function useShortcutsHelp(): () => void {
  const help = use(ShortcutsContext);
  if (!help) throw new Error('useShortcutsHelp needs a ShortcutsProvider above it');
  return help;
}

/** Binds the shortcuts around the whole page, and holds their list. */
export function ShortcutsProvider({ children }: { children: ReactNode }) {
  const on = useShortcutsOn();
  const [state, setState] = useState<'unasked' | 'open' | 'closed'>('unasked');
  const help = useCallback(() => setState('open'), []);
  const close = () => setState('closed');
  useShortcuts(on, help);
  return (
    <ShortcutsContext value={help}>
      {children}
      {state !== 'unasked' && (
        <LatePart
          of={shortcutsDialog}
          with={{ open: state === 'open', onClose: close, on, onTurn: turnShortcuts }}
          meanwhile={state === 'open' && <Awaited onGiveUp={close} />}
        />
      )}
    </ShortcutsContext>
  );
}
