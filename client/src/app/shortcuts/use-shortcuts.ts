import { useEffect, useEffectEvent } from 'react';
import { useNavigate } from 'react-router-dom';
import { tinykeys, type KeyBindingMap } from 'tinykeys';
import { useCrudding } from '../../feed/crudding.tsx';
import { focusNeighbour, pressOnCrud } from '../../feed/focused-crud.ts';
import { useOwn } from '../../feed/use-own.ts';
import { paths, profilePath } from '../../paths.ts';
import { namesByBinding, type ShortcutName } from './keys.ts';
import { mayFire } from './may-fire.ts';

/** Binds the shortcuts to the window while they are on. */
export function useShortcuts(on: boolean, help: () => void): void {
  const { compose } = useCrudding();
  const me = useOwn();
  const navigate = useNavigate();
  const go = (path: string) => void navigate(path);
  /** Visitors have no such place and are shown the way in. */
  const goAsPerson = (path: string) => go(me ? path : paths.signIn);
  const acts: Record<ShortcutName, () => void> = {
    next: () => focusNeighbour(1),
    previous: () => focusNeighbour(-1),
    open: () => pressOnCrud('.cover'),
    reply: () => pressOnCrud('[data-action=reply]'),
    like: () => pressOnCrud('[data-action=like]'),
    newest: showNewest,
    compose,
    undo: () => [...document.querySelectorAll<HTMLElement>('[data-undo]')].at(-1)?.click(),
    search: () => {
      if (!focusSearch()) go(paths.search);
    },
    help,
    home: () => go(paths.home),
    notifications: () => goAsPerson(paths.notifications),
    messages: () => goAsPerson(paths.messages),
    profile: () => goAsPerson(profilePath(me?.handle ?? '')),
    settings: () => goAsPerson(paths.settings),
  };
  const press = useEffectEvent((event: KeyboardEvent, name: ShortcutName) => {
    if (!mayFire(event)) return;
    event.preventDefault();
    acts[name]();
  });
  useEffect(() => {
    if (!on) return;
    const bindings = namesByBinding().map(([keys, name]) => [
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
