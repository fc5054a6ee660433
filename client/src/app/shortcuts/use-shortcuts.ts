import { useEffect, useEffectEvent } from 'react';
import { useNavigate } from 'react-router-dom';
import { tinykeys, type KeyBindingMap } from 'tinykeys';
import { isComposing } from '../../ui/is-composing.ts';
import { useComposeContext } from '../../compose/compose-context.tsx';
import { focusNeighbour, clickInFocusedCrud } from '../../feed/focused-crud.ts';
import { useSignedInUser } from '../../auth/use-signed-in-user.ts';
import { AUTH_PAGES, paths, profilePath } from '../../paths.ts';
import { earlyPopState } from '../../ui/early-popstate.ts';
import { listBindings, SHORTCUT_KEYS, type ShortcutName } from './keys.ts';

/** Elements in which a key types a letter or has a function of its own. */
const KEYBOARD_CONTROLS =
  'input, textarea, select, [contenteditable], [role=menu], [role=listbox], [role=radiogroup]';

/** Popups that hold the keyboard, or will once their chunk is loaded. */
const POPUPS = '[role=dialog], [role=alertdialog], [role=menu], [data-pending-popup]';

/** They act on the page, or on its focused crud. The others open a popup or a screen, or concern the latest post. */
const KEYS_ON_PAGE = 'jkorl./';

/** Binds the shortcuts to the window while they are on. */
export function useShortcuts(on: boolean, openHelp: () => void): void {
  const { openComposer } = useComposeContext();
  const me = useSignedInUser();
  const navigate = useNavigate();
  const go = (path: string) => void navigate(path);
  /** Pages of members: a visitor is redirected to the sign-in. */
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
    help: openHelp,
    home: () => go(paths.home),
    notifications: () => goIfSignedIn(paths.notifications),
    messages: () => goIfSignedIn(paths.messages),
    profile: () => goIfSignedIn(profilePath(me?.handle ?? '')),
    settings: () => goIfSignedIn(paths.settings),
  };
  const onShortcut = useEffectEvent((event: KeyboardEvent, name: ShortcutName) => {
    if (!canFireShortcut(event) || !isOfferedHere(name)) return;
    event.preventDefault();
    actions[name]();
  });
  useEffect(() => {
    if (!on) return;
    const bindings = listBindings().map(([keys, name]) => [
      keys,
      (event: KeyboardEvent) => onShortcut(event, name),
    ]);
    return tinykeys(window, Object.fromEntries(bindings) as KeyBindingMap);
  }, [on]);
}

/** Focuses the visible search field. @returns false in small windows, which have none */
function focusSearch(): boolean {
  const fields = [...document.querySelectorAll<HTMLElement>('[role=search] input')];
  const field = fields.find((candidate) => candidate.checkVisibility());
  field?.focus();
  return field !== undefined;
}

function showNewest(): void {
  const pill = document.querySelector<HTMLElement>('[data-shows-new]');
  if (pill) pill.click();
  else window.scrollTo({ top: 0 });
  // The next j goes to the topmost visible crud.
  document.getElementById('main')?.focus({ preventScroll: true });
}

function canFireShortcut(event: KeyboardEvent): boolean {
  const { target, defaultPrevented } = event;
  if (defaultPrevented || isComposing(event)) return false;
  if (target instanceof Element && target.closest(KEYBOARD_CONTROLS)) return false;
  return document.querySelector(POPUPS) === null;
}

/**
 * The router's own state: React renders it some time later, while the user types on. A visitor who pressed the key of a new crud
 * is led to the sign-in, and what they type meanwhile is text.
 */
function isOfferedHere(name: ShortcutName): boolean {
  const state = earlyPopState.router?.state;
  const next = state?.navigation.location;
  // With `next`, the page is about to be left.
  return (
    !AUTH_PAGES.includes((next ?? state?.location)?.pathname ?? '') &&
    !(next && KEYS_ON_PAGE.includes(SHORTCUT_KEYS[name]))
  );
}
