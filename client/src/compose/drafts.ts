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
  /** What this tab shows. */
  let shown: Draft | null = null;
  /** The versions of its last write, and of the newest write by another tab that it shows. */
  let own = 0;
  let seen = 0;
  const readStored = () => parseDraft(storage.getItem(key));

  function show(stored: StoredDraft | null): Draft | null {
    shown = stored && toDraft(stored);
    own = 0;
    seen = stored?.version ?? 0;
    return shown;
  }

  function remove(): void {
    show(null);
    storage.removeItem(key);
  }

  function write(draft: Draft): void {
    const { text, ttl, operationId } = draft;
    const from = shown?.text ?? '';
    shown = draft;
    if (isBlank(text)) {
      storage.removeItem(key);
      return;
    }
    own = Math.max(own, seen) + 1;
    const stored: StoredDraft = { text, ttl, operationId, at: now(), version: own, seen, from };
    saveDraft(storage, key, JSON.stringify(stored));
  }

  /** Takes over what another tab has written. If it had not seen this tab's last write, both were written in at the same time. */
  function take(written: StoredDraft): void {
    if (shown && written.seen < own) shown = insertWritten(written, shown);
    else shown = toDraft(written);
    seen = Math.max(seen, written.version);
  }

  return {
    read: () => show(readStored()),
    write,
    remove,
    removeIfSent(text) {
      if (readStored()?.text === text) remove();
    },
    subscribe(listener) {
      const onStorage = (event: Event) => {
        const { key: changed, newValue } = event as StorageEvent;
        if (changed !== key) return;
        const written = parseDraft(newValue);
        if (written) take(written);
        // This tab may have written again since it was removed.
        else if (!readStored()) show(null);
        listener(shown);
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
  /** Higher than of all that its tab had written and seen. */
  version: number;
  /** The newest version of another tab that its tab had seen. */
  seen: number;
  /** The text before it was written. */
  from: string;
}

const toDraft = ({ text, ttl, operationId }: StoredDraft): Draft => ({ text, ttl, operationId });

/** Null for anything but a stored draft. */
function parseDraft(value: string | null): StoredDraft | null {
  try {
    const { text, ttl, operationId, at, version, seen, from } = JSON.parse(value ?? '') as Partial<
      Record<keyof StoredDraft, unknown>
    >;
    if (typeof text !== 'string' || typeof from !== 'string' || !isLifetime(ttl)) return null;
    if (operationId !== null && typeof operationId !== 'string') return null;
    if (typeof at !== 'number' || typeof version !== 'number' || typeof seen !== 'number') return null;
    return { text, ttl, operationId, at, version, seen, from };
  } catch {
    return null;
  }
}

function isLifetime(value: unknown): value is Lifetime {
  return LIFETIMES.includes(value as Lifetime);
}

/** Inserts the characters that another tab has added; what it has deleted stays. */
function insertWritten({ text, from }: StoredDraft, shown: Draft): Draft {
  const [before, after, result] = [Array.from(from), Array.from(text), Array.from(shown.text)];
  const max = Math.min(before.length, after.length);
  let start = 0;
  while (start < max && before[start] === after[start]) start += 1;
  let end = 0;
  while (end < max - start && before.at(-1 - end) === after.at(-1 - end)) end += 1;
  result.splice(start, 0, ...after.slice(start, after.length - end));
  return { ...shown, text: result.join(''), operationId: null };
}
