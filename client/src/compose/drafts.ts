import { isBlank, LIFETIME_MS, LIFETIMES, type Lifetime } from '@cruddur/shared';
import type { Draft } from '../machines/compose.machine.ts';

/** One text that is being written, kept in this browser under a key of its own. */
export interface DraftSlot {
  read(): Draft | null;
  /** Keeps it; a blank one is forgotten. */
  write(draft: Draft): void;
  /** Forgets the draft if it still is this text: it was sent. */
  removeIfSent(text: string): void;
  /** Hears what other tabs make of it. Answers how to stop that. */
  subscribe(listener: (draft: Draft | null) => void): () => void;
}

/** What people of this browser have begun to write. A person is a `sub`; nobody is given another one's drafts. */
export interface Drafts {
  /** @param name `crud`, or what is answered or who is written to */
  slot(person: string, name: string): DraftSlot;
  has(person: string): boolean;
  forget(person: string): void;
  /** Forgets what others have left here, and what has outlived every crud. */
  keepOnly(person: string): void;
}

type DraftStorage = Pick<globalThis.Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>;

export interface DraftParts {
  storage: DraftStorage;
  /** Where `storage` events of other tabs arrive: the window. */
  page: EventTarget;
  now: () => number;
}

const PREFIX = 'draft:';
const DRAFT_MAX_AGE_MS = LIFETIME_MS['30-days'];

export function createDrafts({ storage, page, now }: DraftParts): Drafts {
  const keys = () =>
    Array.from({ length: storage.length }, (_, place) => storage.key(place) ?? '').filter((key) =>
      key.startsWith(PREFIX),
    );
  const keysOf = (person: string) => keys().filter((key) => key.startsWith(`${PREFIX}${person}:`));
  return {
    slot: (person, name) => createDraftSlot({ storage, page, now }, `${PREFIX}${person}:${name}`),
    has: (person) => keysOf(person).length > 0,
    forget(person) {
      for (const key of keysOf(person)) storage.removeItem(key);
    },
    keepOnly(person) {
      const own = new Set(keysOf(person));
      for (const key of keys()) {
        const age = now() - (parseDraft(storage.getItem(key))?.at ?? 0);
        if (!own.has(key) || age > DRAFT_MAX_AGE_MS) storage.removeItem(key);
      }
    },
  };
}

function createDraftSlot({ storage, page, now }: DraftParts, key: string): DraftSlot {
  const read = () => readDraft(storage.getItem(key));
  return {
    read,
    write(draft) {
      const { text, ttl, operationId } = draft;
      const kept = read();
      // Written again, it would come back to the tab that wrote it, which is further by now.
      if (kept?.text === text && kept.ttl === ttl && kept.operationId === operationId) return;
      if (isBlank(text)) storage.removeItem(key);
      else saveDraft(storage, key, JSON.stringify({ text, ttl, operationId, at: now() }));
    },
    removeIfSent(text) {
      if (read()?.text === text) storage.removeItem(key);
    },
    subscribe(listener) {
      const heard = (event: Event) => {
        const { key: changed, newValue } = event as StorageEvent;
        if (changed === key) listener(readDraft(newValue));
      };
      page.addEventListener('storage', heard);
      return () => page.removeEventListener('storage', heard);
    },
  };
}

/** A full storage costs the draft, not the writing. */
function saveDraft(storage: DraftStorage, key: string, value: string): void {
  try {
    storage.setItem(key, value);
  } catch {
    storage.removeItem(key);
  }
}

interface StoredDraft extends Draft {
  /** Epoch milliseconds by this machine. */
  at: number;
}

function readDraft(value: string | null): Draft | null {
  const kept = parseDraft(value);
  return kept && { text: kept.text, ttl: kept.ttl, operationId: kept.operationId };
}

/** Null for anything that we have not written. */
function parseDraft(value: string | null): StoredDraft | null {
  try {
    const { text, ttl, operationId, at } = JSON.parse(value ?? '') as Partial<
      Record<keyof StoredDraft, unknown>
    >;
    const isOperation = operationId === null || typeof operationId === 'string';
    if (typeof text !== 'string' || typeof at !== 'number' || !isOperation || !isLifetime(ttl)) return null;
    return { text, ttl, operationId, at };
  } catch {
    return null;
  }
}

function isLifetime(value: unknown): value is Lifetime {
  return LIFETIMES.includes(value as Lifetime);
}
