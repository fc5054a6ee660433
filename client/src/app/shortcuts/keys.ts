/** One shortcut: the keys as one presses them, one after the other, and what they do. */
export interface Shortcut {
  keys: readonly string[];
  description: string;
}

type ShortcutAction =
  'next' | 'previous' | 'open' | 'reply' | 'like' | 'compose' | 'undo' | 'search' | 'help' | 'newest';
type ShortcutDestination = 'home' | 'notifications' | 'messages' | 'profile' | 'settings';

/** What a key does with the cruds on the page, or with the page. */
export const ACTION_KEYS: Record<ShortcutAction, Shortcut> = {
  next: { keys: ['j'], description: 'Next crud' },
  previous: { keys: ['k'], description: 'Previous crud' },
  open: { keys: ['o'], description: 'Open it' },
  reply: { keys: ['r'], description: 'Reply to it' },
  like: { keys: ['l'], description: 'Like it, or no longer' },
  newest: { keys: ['.'], description: 'New cruds, or the top' },
  compose: { keys: ['n'], description: 'New crud' },
  undo: { keys: ['z'], description: 'Take it back' },
  search: { keys: ['/'], description: 'Search' },
  help: { keys: ['?'], description: 'This list' },
};

/** Where two keys, one after the other, lead. */
export const DESTINATION_KEYS: Record<ShortcutDestination, Shortcut> = {
  home: { keys: ['g', 'h'], description: 'Home' },
  notifications: { keys: ['g', 'n'], description: 'Notifications' },
  messages: { keys: ['g', 'm'], description: 'Messages' },
  profile: { keys: ['g', 'p'], description: 'Your profile' },
  settings: { keys: ['g', 's'], description: 'Settings' },
};

export type ShortcutName = ShortcutAction | ShortcutDestination;

/** Signs, for which some keyboards need Shift and others do not. */
const PUNCTUATION = /^[^a-z]$/;

/**
 * What each binding stands for, in the words of tinykeys: presses parted by spaces, modifiers before a plus. Pairs go first,
 * because the first act takes the press, and the second key of a pair means something by itself.
 */
export function listBindings(): [binding: string, name: ShortcutName][] {
  const named = Object.entries({ ...DESTINATION_KEYS, ...ACTION_KEYS }) as [ShortcutName, Shortcut][];
  return named.flatMap(([name, { keys }]) => {
    const plain = keys.join(' ');
    const bindings = PUNCTUATION.test(plain) ? [plain, `Shift+${plain}`] : [plain];
    return bindings.map((binding): [string, ShortcutName] => [binding, name]);
  });
}
