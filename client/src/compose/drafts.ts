import { isBlank, LIFETIME_MS, LIFETIMES, type Lifetime } from '@cruddur/shared';
import type { Draft } from '../machines/compose.machine.ts';

/** One draft, stored in this browser under a key of its own. */
export interface DraftSlot {
  read(): Draft | null;
  /** Stores it; a blank text deletes the draft. */
  write(draft: Draft): void;
  remove(): void;
  /** Deletes the draft if it still has this text, which was sent. */
  removeIfSent(text: string): void;
  /** Receives the changes by other tabs. @returns unsubscribes */
  subscribe(listener: (draft: Draft | null) => void): () => void;
}

/** The drafts of this browser, by user (`sub`). */
export interface Drafts {
  /** @param name `crud`, the crud of a reply, the conversation of a message, or the row of a refused item */
  slot(sub: string, name: string): DraftSlot;
  has(sub: string): boolean;
  forget(sub: string): void;
  /** Deletes the drafts of other users, and those older than the longest lifetime. */
  keepOnly(sub: string): void;
}

/** The name of the draft in which the text of a refused item is edited. */
export function nameOfEdit(row: string): string {
  return `edit:${row}`;
}

type DraftStorage = Pick<globalThis.Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>;

interface DraftParts {
  storage: DraftStorage;
  /** The window, which receives the `storage` events of other tabs. */
  page: EventTarget;
  now: () => number;
}

const PREFIX = 'draft:';
const DRAFT_MAX_AGE_MS = LIFETIME_MS['30-days'];

export function createDrafts({ storage, page, now }: DraftParts): Drafts {
  const keys = () =>
    Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '').filter((key) =>
      key.startsWith(PREFIX),
    );
  const keysOf = (sub: string) => keys().filter((key) => key.startsWith(`${PREFIX}${sub}:`));
  return {
    slot: (sub, name) => createDraftSlot({ storage, page, now }, `${PREFIX}${sub}:${name}`),
    has: (sub) => keysOf(sub).length > 0,
    forget(sub) {
      for (const key of keysOf(sub)) storage.removeItem(key);
    },
    keepOnly(sub) {
      const own = new Set(keysOf(sub));
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
      const stored = read();
      // A tab does not write back a draft that it received: the event would reset the other tab, whose text may be newer.
      if (stored?.text === text && stored.ttl === ttl && stored.operationId === operationId) return;
      if (isBlank(text)) storage.removeItem(key);
      else saveDraft(storage, key, JSON.stringify({ text, ttl, operationId, at: now() }));
    },
    remove: () => storage.removeItem(key),
    removeIfSent(text) {
      if (read()?.text === text) storage.removeItem(key);
    },
    subscribe(listener) {
      const onStorage = (event: Event) => {
        const { key: changed, newValue } = event as StorageEvent;
        if (changed === key) listener(readDraft(newValue));
      };
      page.addEventListener('storage', onStorage);
      return () => page.removeEventListener('storage', onStorage);
    },
  };
}

/** A full storage loses the draft, and never fails the typing. */
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
  const stored = parseDraft(value);
  return stored && { text: stored.text, ttl: stored.ttl, operationId: stored.operationId };
}

/** Null for anything but a stored draft. */
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
