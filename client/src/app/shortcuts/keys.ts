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
export function listBindings(): [binding: string, name: ShortcutName][] {
  const shortcuts = Object.entries(SHORTCUT_KEYS) as [ShortcutName, string][];
  return shortcuts.flatMap(([name, keys]) => {
    const bindings = PUNCTUATION.test(keys) ? [keys, `Shift+${keys}`] : [keys];
    return bindings.map((binding): [string, ShortcutName] => [binding, name]);
  });
}
