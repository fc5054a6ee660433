import { useEffect, useEffectEvent } from 'react';
import { useNavigate } from 'react-router-dom';
import { tinykeys, type KeyBindingMap } from 'tinykeys';
import { useComposeContext } from '../../compose/compose-context.tsx';
import { focusNeighbour, clickInFocusedCrud } from '../../feed/focused-crud.ts';
import { useSignedInUser } from '../use-signed-in-user.ts';
import { paths, profilePath } from '../../paths.ts';
import { listBindings, type ShortcutName } from './keys.ts';
import { canFireShortcut } from './can-fire-shortcut.ts';

/** Binds the shortcuts to the window while they are on. */
export function useShortcuts(on: boolean, help: () => void): void {
  const { openComposer } = useComposeContext();
  const me = useSignedInUser();
  const navigate = useNavigate();
  const go = (path: string) => void navigate(path);
  /** Visitors have no such place and are shown the way in. */
  const goIfSignedIn = (path: string) => go(me ? path : paths.signIn);
  const actions: Record<ShortcutName, () => void> = {
    next: () => focusNeighbour(1),
    previous: () => focusNeighbour(-1),
    open: () => clickInFocusedCrud('.cover'),
    reply: () => clickInFocusedCrud('[data-action=reply]'),
    like: () => clickInFocusedCrud('[data-action=like]'),
    newest: showNewest,
    compose: openComposer,
    undo: () => [...document.querySelectorAll<HTMLElement>('[data-undo]')].at(-1)?.click(),
    search: () => {
      if (!focusSearch()) go(paths.search);
    },
    help,
    home: () => go(paths.home),
    notifications: () => goIfSignedIn(paths.notifications),
    messages: () => goIfSignedIn(paths.messages),
    profile: () => goIfSignedIn(profilePath(me?.handle ?? '')),
    settings: () => goIfSignedIn(paths.settings),
  };
  const press = useEffectEvent((event: KeyboardEvent, name: ShortcutName) => {
    if (!canFireShortcut(event)) return;
    event.preventDefault();
    actions[name]();
  });
  useEffect(() => {
    if (!on) return;
    const bindings = listBindings().map(([keys, name]) => [
      keys,
      (event: KeyboardEvent) => press(event, name),
    ]);
    return tinykeys(window, Object.fromEntries(bindings) as KeyBindingMap);
  }, [on]);
}

/** The field that is on screen: small windows have none beside the sheet. */
function focusSearch(): boolean {
  const fields = [...document.querySelectorAll<HTMLElement>('[role=search] input')];
  const field = fields.find((one) => one.checkVisibility());
  field?.focus();
  return field !== undefined;
}

function showNewest(): void {
  const waiting = document.querySelector<HTMLElement>('[data-shows-new]');
  if (waiting) waiting.click();
  else window.scrollTo({ top: 0 });
  // Going through the cruds begins again at the top.
  document.getElementById('main')?.focus({ preventScroll: true });
}
