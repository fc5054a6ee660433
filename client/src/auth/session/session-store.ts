import { LOCAL_STORAGE_KEYS } from '@cruddur/shared';
import type { Person } from '../../machines/account.ts';

/** The fallbacks of the specification, for people whose account has no name or handle. */
export const DEFAULT_NAMES = { display_name: 'My Name', handle: 'handle' } as const;

export type StoredSession = { accessToken: string; person: Person };

type Keys = (typeof LOCAL_STORAGE_KEYS)[number];
type Storage = Pick<globalThis.Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** The four keys under which this browser knows its person. Signed in means that there is an `access_token`. */
export type SessionStore = {
  read: () => StoredSession | null;
  write: (session: StoredSession) => void;
  writePerson: (person: Person) => void;
  clear: () => void;
};

export function createSessionStore(storage: Storage): SessionStore {
  const get = (key: Keys) => storage.getItem(key) ?? '';
  const set = (key: Keys, value: string) => {
    if (storage.getItem(key) !== value) storage.setItem(key, value);
  };
  const writePerson = (person: Person) => {
    set('cognito_id', person.cognito_id);
    set('handle', person.handle);
    set('display_name', person.display_name);
  };
  return {
    read: () => {
      const accessToken = get('access_token');
      if (accessToken === '') return null;
      const person = {
        handle: get('handle') || DEFAULT_NAMES.handle,
        display_name: get('display_name') || DEFAULT_NAMES.display_name,
        cognito_id: get('cognito_id'),
      };
      return { accessToken, person };
    },
    writePerson,
    // The token comes last and goes first: other tabs act on it, and then the rest must be there.
    write: ({ accessToken, person }) => {
      writePerson(person);
      set('access_token', accessToken);
    },
    clear: () => {
      for (const key of LOCAL_STORAGE_KEYS.toReversed()) storage.removeItem(key);
    },
  };
}

/** Calls back when another tab changed one of the keys, or emptied the whole storage. */
export function onStoredByOtherTab(page: EventTarget, listener: () => void): () => void {
  const keys: readonly (string | null)[] = [...LOCAL_STORAGE_KEYS, null];
  const onStorage = (event: Event) => {
    const { key = null } = event as Partial<StorageEvent>;
    if (keys.includes(key)) listener();
  };
  page.addEventListener('storage', onStorage);
  return () => page.removeEventListener('storage', onStorage);
}
