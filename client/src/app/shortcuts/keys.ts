/** One shortcut: the keys as one presses them, one after the other, and what they do. */
export interface Shortcut {
  keys: readonly string[];
  does: string;
}

type Act =
  'next' | 'previous' | 'open' | 'reply' | 'like' | 'compose' | 'undo' | 'search' | 'help' | 'newest';
type Place = 'home' | 'notifications' | 'messages' | 'profile' | 'settings';

/** What a key does with the cruds on the page, or with the page. */
export const ACT_KEYS: Record<Act, Shortcut> = {
  next: { keys: ['j'], does: 'Next crud' },
  previous: { keys: ['k'], does: 'Previous crud' },
  open: { keys: ['o'], does: 'Open it' },
  reply: { keys: ['r'], does: 'Reply to it' },
  like: { keys: ['l'], does: 'Like it, or no longer' },
  newest: { keys: ['.'], does: 'New cruds, or the top' },
  compose: { keys: ['n'], does: 'New crud' },
  undo: { keys: ['z'], does: 'Take it back' },
  search: { keys: ['/'], does: 'Search' },
  help: { keys: ['?'], does: 'This list' },
};

/** Where two keys, one after the other, lead. */
export const PLACE_KEYS: Record<Place, Shortcut> = {
  home: { keys: ['g', 'h'], does: 'Home' },
  notifications: { keys: ['g', 'n'], does: 'Notifications' },
  messages: { keys: ['g', 'm'], does: 'Messages' },
  profile: { keys: ['g', 'p'], does: 'Your profile' },
  settings: { keys: ['g', 's'], does: 'Settings' },
};

export type ShortcutName = Act | Place;

/** Signs, for which some keyboards need Shift and others do not. */
const SIGN = /^[^a-z]$/;

/**
 * What each binding stands for, in the words of tinykeys: presses parted by spaces, modifiers before a plus. Pairs go first,
 * because the first act takes the press, and the second key of a pair means something by itself.
 */
export function namesByBinding(): [binding: string, name: ShortcutName][] {
  const named = Object.entries({ ...PLACE_KEYS, ...ACT_KEYS }) as [ShortcutName, Shortcut][];
  return named.flatMap(([name, { keys }]) => {
    const plain = keys.join(' ');
    const bindings = SIGN.test(plain) ? [plain, `Shift+${plain}`] : [plain];
    return bindings.map((binding): [string, ShortcutName] => [binding, name]);
  });
}
