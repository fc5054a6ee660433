import { isBlank, LIFETIMES, type Lifetime } from '@cruddur/shared';
import type { Draft } from './compose.machine.ts';
import { useMemo } from 'react';
import { useSession } from '../base/session/session-react.tsx';
import type { Drafts } from './drafts.ts';
import { useDrafts } from './drafts.ts';

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

/** The name of the draft in which the text of a refused item is edited. */
export function nameOfEdit(row: string): string {
  return `edit:${row}`;
}

/**
 * The draft of one composer. Separate from the drafts of the browser, because a visitor's page needs only those.
 * @param name `crud`, the crud of a reply, the conversation of a message, or the row of a refused item
 */
export function openDraftSlot(drafts: Drafts, sub: string, name: string): DraftSlot {
  const { storage, page, now } = drafts.parts;
  const key = drafts.keyOf(sub, name);
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
    // Other tabs begin anew with their next write, so this one does too.
    if (isBlank(text)) {
      remove();
      return;
    }
    const from = shown?.text ?? '';
    shown = draft;
    own = Math.max(own, seen) + 1;
    const stored: StoredDraft = { text, ttl, operationId, at: now(), version: own, seen, from };
    try {
      storage.setItem(key, JSON.stringify(stored));
    } catch {
      // A full storage loses the draft, and never fails the typing.
      remove();
    }
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

/** The signed-in user's draft of this name; null for visitors. */
export function useDraftSlot(name: string): DraftSlot | null {
  const drafts = useDrafts();
  const { person } = useSession();
  const id = person?.cognito_id;
  return useMemo(() => (id === undefined ? null : openDraftSlot(drafts, id, name)), [drafts, id, name]);
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

const TYPES = { text: 'string', at: 'number', version: 'number', seen: 'number', from: 'string' };

/** Null for anything but a stored draft. */
function parseDraft(value: string | null): StoredDraft | null {
  try {
    const stored = JSON.parse(value ?? '') as Record<string, unknown>;
    const { ttl, operationId } = stored;
    const isDraft =
      Object.entries(TYPES).every(([name, type]) => typeof stored[name] === type) &&
      LIFETIMES.includes(ttl as Lifetime) &&
      (operationId === null || typeof operationId === 'string');
    return isDraft ? (stored as unknown as StoredDraft) : null;
  } catch {
    return null;
  }
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
