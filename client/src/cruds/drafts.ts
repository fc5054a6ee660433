import { LIFETIME_MS } from '@cruddur/shared';
import type { ItemStorage } from '../base/browser-storage.ts';
import { createRequiredContext } from '../base/page/required-context.ts';

/** The drafts of this browser, by user (`sub`). */
export interface Drafts {
  parts: DraftParts;
  /** Under which a draft is stored. */
  keyOf(sub: string, name: string): string;
  has(sub: string): boolean;
  forget(sub: string): void;
  /** Deletes the drafts of other users, and those older than the longest lifetime. */
  keepOnly(sub: string): void;
}

interface DraftParts {
  storage: ItemStorage;
  /** The window, which receives the `storage` events of other tabs. */
  page: EventTarget;
  now: () => number;
}

const PREFIX = 'draft:';
const DRAFT_MAX_AGE_MS = LIFETIME_MS['30-days'];

export function createDrafts(parts: DraftParts): Drafts {
  const { storage, now } = parts;
  const keys = () =>
    Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '').filter((key) =>
      key.startsWith(PREFIX),
    );
  const keysOf = (sub: string) => keys().filter((key) => key.startsWith(`${PREFIX}${sub}:`));
  return {
    parts,
    keyOf: (sub, name) => `${PREFIX}${sub}:${name}`,
    has: (sub) => keysOf(sub).length > 0,
    forget(sub) {
      for (const key of keysOf(sub)) storage.removeItem(key);
    },
    keepOnly(sub) {
      const own = new Set(keysOf(sub));
      for (const key of keys()) {
        const age = now() - readWriteTime(storage.getItem(key));
        if (!own.has(key) || age > DRAFT_MAX_AGE_MS) storage.removeItem(key);
      }
    },
  };
}

/** When a draft was written, in epoch milliseconds; 0 for anything but a stored draft. */
function readWriteTime(value: string | null): number {
  try {
    const { at } = JSON.parse(value ?? '') as { at?: unknown };
    return typeof at === 'number' ? at : 0;
  } catch {
    return 0;
  }
}

export const [DraftsContext, useDrafts] = createRequiredContext<Drafts>('DraftsContext');
