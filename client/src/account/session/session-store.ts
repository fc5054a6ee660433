import { LOCAL_STORAGE_KEYS } from '@cruddur/shared';
import type { ItemStorage } from '../../base/browser-storage.ts';
import type { Person } from '../../base/session/identity-provider.ts';

/** The specification's fallbacks for accounts without a name or handle. */
const DEFAULT_NAMES = { display_name: 'My Name', handle: 'handle' } as const;

export type StoredSession = { accessToken: string; person: Person };

type Keys = (typeof LOCAL_STORAGE_KEYS)[number];

/** The session's four local storage keys. A session exists if `access_token` is set. */
export type SessionStore = {
  read: () => StoredSession | null;
  write: (session: StoredSession) => void;
  writePerson: (person: Person) => void;
  clear: () => void;
  /** Clears it before the provider can be told: `isLeft` until the next `write` or `clear`. */
  leave: () => void;
  isLeft: () => boolean;
};

/** Stands in place of an id. */
const LEFT = 'left';

const readAccessToken = (storage: Pick<ItemStorage, 'getItem'>) =>
  storage.getItem('access_token' satisfies Keys) ?? '';

export const hasStoredSession = (storage: Pick<ItemStorage, 'getItem'>): boolean =>
  readAccessToken(storage) !== '';

export function createSessionStore(
  storage: Pick<ItemStorage, 'getItem' | 'setItem' | 'removeItem'>,
): SessionStore {
  const get = (key: Keys) => storage.getItem(key) ?? '';
  const set = (key: Keys, value: string) => {
    if (storage.getItem(key) !== value) storage.setItem(key, value);
  };
  const clear = () => {
    for (const key of LOCAL_STORAGE_KEYS.toReversed()) storage.removeItem(key);
  };
  const writePerson = (person: Person) => {
    set('cognito_id', person.cognito_id);
    set('handle', person.handle);
    set('display_name', person.display_name);
  };
  return {
    read: () => {
      const accessToken = readAccessToken(storage);
      if (accessToken === '') return null;
      const person = {
        handle: get('handle') || DEFAULT_NAMES.handle,
        display_name: get('display_name') || DEFAULT_NAMES.display_name,
        cognito_id: get('cognito_id'),
      };
      return { accessToken, person };
    },
    writePerson,
    // The token is written last and removed first: other tabs react to it and then read the other keys.
    write: ({ accessToken, person }) => {
      writePerson(person);
      set('access_token', accessToken);
    },
    clear,
    leave: () => {
      clear();
      set('cognito_id', LEFT);
    },
    isLeft: () => get('cognito_id') === LEFT,
  };
}

/** Calls `listener` when another tab has changed one of the keys or cleared the storage. @returns unsubscribes */
export function onStoredByOtherTab(page: EventTarget, listener: () => void): () => void {
  const keys: readonly (string | null)[] = [...LOCAL_STORAGE_KEYS, null];
  const onStorage = (event: Event) => {
    const { key = null } = event as Partial<StorageEvent>;
    if (keys.includes(key)) listener();
  };
  page.addEventListener('storage', onStorage);
  return () => page.removeEventListener('storage', onStorage);
}
