/** One shortcut: its keys in the order of pressing, and the text of the list. */
export interface Shortcut {
  keys: readonly string[];
  description: string;
}

type ShortcutAction =
  'next' | 'previous' | 'open' | 'reply' | 'like' | 'compose' | 'undo' | 'search' | 'help' | 'newest';
type ShortcutDestination = 'home' | 'notifications' | 'messages' | 'profile' | 'settings';

/** Shortcuts that act on the focused crud or on the page. */
export const ACTION_KEYS: Record<ShortcutAction, Shortcut> = {
  next: { keys: ['j'], description: 'Next crud' },
  previous: { keys: ['k'], description: 'Previous crud' },
  open: { keys: ['o'], description: 'Open crud' },
  reply: { keys: ['r'], description: 'Reply' },
  like: { keys: ['l'], description: 'Like or unlike' },
  newest: { keys: ['.'], description: 'Show new cruds or go to the top' },
  compose: { keys: ['n'], description: 'New crud' },
  undo: { keys: ['z'], description: 'Undo' },
  search: { keys: ['/'], description: 'Search' },
  help: { keys: ['?'], description: 'Show shortcuts' },
};

/** Sequences of two keys that navigate. */
export const DESTINATION_KEYS: Record<ShortcutDestination, Shortcut> = {
  home: { keys: ['g', 'h'], description: 'Home' },
  notifications: { keys: ['g', 'n'], description: 'Notifications' },
  messages: { keys: ['g', 'm'], description: 'Messages' },
  profile: { keys: ['g', 'p'], description: 'Your profile' },
  settings: { keys: ['g', 's'], description: 'Settings' },
};

export type ShortcutName = ShortcutAction | ShortcutDestination;

/** Punctuation needs Shift on some keyboards only. */
const PUNCTUATION = /^[^a-z]$/;

/**
 * The bindings in the syntax of tinykeys: presses separated by spaces, modifiers before a plus. Sequences come first: the
 * first handler prevents the event's default, and the second key of a sequence is a shortcut by itself.
 */
export function listBindings(): [binding: string, name: ShortcutName][] {
  const shortcuts = Object.entries({ ...DESTINATION_KEYS, ...ACTION_KEYS }) as [ShortcutName, Shortcut][];
  return shortcuts.flatMap(([name, { keys }]) => {
    const plain = keys.join(' ');
    const bindings = PUNCTUATION.test(plain) ? [plain, `Shift+${plain}`] : [plain];
    return bindings.map((binding): [string, ShortcutName] => [binding, name]);
  });
}
