import { AUTH_PAGE_URLS } from '@cruddur/shared';
import { useEffect, useEffectEvent } from 'react';
import { useNavigate } from 'react-router-dom';
import { tinykeys, type KeyBindingMap } from 'tinykeys';
import { focusSearch, isFreeKey } from '../../base/ui/keyboard.ts';
import { useComposeContext } from '../../cruds/compose-context.tsx';
import { focusNeighbour, clickInFocusedCrud } from '../../feed/focused-crud.ts';
import { useSignedInUser } from '../../base/session/session-react.tsx';
import { paths, profilePath } from '../../base/paths.ts';
import { earlyPopState } from '../../base/ui/early-popstate.ts';

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
    if (!isFreeKey(event) || !isOfferedHere(name)) return;
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

function showNewest(): void {
  const pill = document.querySelector<HTMLElement>('[data-shows-new]');
  if (pill) pill.click();
  else window.scrollTo({ top: 0 });
  // The next j goes to the topmost visible crud.
  document.getElementById('main')?.focus({ preventScroll: true });
}

/**
 * The router's own state: React renders it some time later, while the user types on. A visitor who pressed the key of a new crud
 * is led to the sign-in, and what they type meanwhile is text. So is what a member types in a conversation: it must not become
 * a public crud.
 */
function isOfferedHere(name: ShortcutName): boolean {
  const state = earlyPopState.router?.state;
  const next = state?.navigation.location;
  const { pathname = '' } = next ?? state?.location ?? {};
  if (AUTH_PAGE_URLS.includes(pathname)) return false;
  const inConversation = pathname.startsWith(`${paths.messages}/`) && pathname !== paths.requests;
  if (inConversation && name === 'compose') return false;
  // With `next`, the page is about to be left.
  return !((next !== undefined || inConversation) && KEYS_ON_PAGE.includes(SHORTCUT_KEYS[name]));
}

/** Shortcuts that act on the focused crud or on the page. */
export type ShortcutAction =
  | 'next'
  | 'previous'
  | 'open'
  | 'reply'
  | 'like'
  | 'compose'
  | 'undo'
  | 'search'
  | 'help'
  | 'newest';
/** Shortcuts that open a screen. */
export type ShortcutDestination = 'home' | 'notifications' | 'messages' | 'profile' | 'settings';
export type ShortcutName = ShortcutAction | ShortcutDestination;

/**
 * The keys of each shortcut in the order of pressing, separated by spaces. Sequences come first: the first handler prevents the
 * event's default, and the second key of a sequence is a shortcut by itself.
 */
export const SHORTCUT_KEYS: Record<ShortcutName, string> = {
  home: 'g h',
  notifications: 'g n',
  messages: 'g m',
  profile: 'g p',
  settings: 'g s',
  next: 'j',
  previous: 'k',
  open: 'o',
  reply: 'r',
  like: 'l',
  newest: '.',
  compose: 'n',
  undo: 'z',
  search: '/',
  help: '?',
};

/** Punctuation needs Shift on some keyboards only. */
const PUNCTUATION = /^[^a-z]$/;

/** The bindings in the syntax of tinykeys: presses separated by spaces, modifiers before a plus. */
function listBindings(): [binding: string, name: ShortcutName][] {
  const shortcuts = Object.entries(SHORTCUT_KEYS) as [ShortcutName, string][];
  return shortcuts.flatMap(([name, keys]) => {
    const bindings = PUNCTUATION.test(keys) ? [keys, `Shift+${keys}`] : [keys];
    return bindings.map((binding): [string, ShortcutName] => [binding, name]);
  });
}
