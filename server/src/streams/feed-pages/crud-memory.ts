import type { PublicActivity, StreamEvent } from '@cruddur/shared';
import { LRUCache } from 'lru-cache';
import type { PositionedCrud } from '../../domain/activities/ports.ts';

/** A crud as JSON, encoded once for all viewers. */
export interface EncodedCrud {
  pos: number;
  uuid: string;
  author: string;
  expiresAtMs: number;
  /** The JSON up to the viewer's marks. */
  start: string;
  /** The crud's JSON for a viewer without marks on it. */
  unmarked: Buffer;
}

/** Top-level cruds by their position on the public stream, as its events left them. Counts are not part of it. */
export interface CrudMemory {
  /** Applies an event of the public stream. */
  apply(event: StreamEvent): void;
  /** Adds a crud that was read from the store, unless it is known. */
  add(crud: PositionedCrud): void;
  /** True also for an expired or hidden crud, of which only the position is kept. */
  has(pos: number): boolean;
  /** @returns undefined for a crud that is expired, hidden or not known */
  encode(pos: number, counts: EncodedCounts): EncodedCrud | undefined;
  /** Increases with each change. */
  version(): number;
  /** Drops the texts of expired cruds. */
  dropExpired(nowMs: number): void;
  clear(): void;
}

export interface EncodedCounts {
  replies: string;
  reposts: string;
  likes: string;
}

interface KnownCrud {
  /** Null once it has expired, and while its author is suspended. */
  crud: PublicActivity | null;
  /** The sub of a suspended author. */
  hiddenAuthor?: string;
  expiresAtMs: number;
  /** The last encoding, and the counts in it. */
  encoded?: EncodedCrud | undefined;
  counts?: string;
}

/** @param limit of cruds; the one that was used longest ago is dropped */
export function createCrudMemory(limit: number): CrudMemory {
  const cruds = new LRUCache<number, KnownCrud>({ max: limit });
  let changes = 0;
  let nextExpiryMs = Infinity;

  function put(pos: number, crud: PublicActivity): void {
    const expiresAtMs = crud.expires_at === null ? Infinity : Date.parse(crud.expires_at);
    nextExpiryMs = Math.min(nextExpiryMs, expiresAtMs);
    cruds.set(pos, { crud, expiresAtMs });
    changes += 1;
  }

  function removeWhere(isRemoved: (crud: PublicActivity) => boolean): void {
    const removed = [...cruds].filter(([, { crud }]) => crud && isRemoved(crud));
    for (const [pos] of removed) cruds.delete(pos);
    changes += removed.length;
  }

  function hide(pos: number, sub: string): void {
    cruds.set(pos, { crud: null, expiresAtMs: Infinity, hiddenAuthor: sub });
    changes += 1;
  }

  /** The texts are read again when a page needs them. */
  function forgetHidden(sub: string): void {
    for (const [pos, { hiddenAuthor }] of [...cruds]) {
      if (hiddenAuthor !== sub) continue;
      cruds.delete(pos);
      changes += 1;
    }
  }

  function rename({ cognito_user_uuid: sub, ...profile }: Pick<PublicActivity, AuthorField>): void {
    const { handle, display_name, avatar_version } = profile;
    for (const known of cruds.values()) {
      if (known.crud?.cognito_user_uuid !== sub) continue;
      known.crud = { ...known.crud, handle, display_name, avatar_version };
      known.encoded = undefined;
      changes += 1;
    }
  }

  return {
    apply(event) {
      switch (event.kind) {
        case 'activity.created':
          put(event.seq, event.data);
          return;
        case 'activity.deleted':
          removeWhere(({ uuid }) => uuid === event.data.uuid);
          return;
        case 'profile.updated': {
          const { erased, cognito_user_uuid: sub } = event.data;
          // An erasure has no events for a person's older cruds.
          if (erased) removeWhere(({ cognito_user_uuid }) => cognito_user_uuid === sub);
          else rename(event.data);
          return;
        }
        case 'person.hidden': {
          const { cognito_user_uuid: sub } = event.data;
          for (const [pos, { crud }] of [...cruds]) if (crud?.cognito_user_uuid === sub) hide(pos, sub);
          return;
        }
        case 'person.shown':
          forgetHidden(event.data.cognito_user_uuid);
          return;
        default:
      }
    },
    add({ pos, crud, isHidden }) {
      if (cruds.has(pos)) return;
      if (isHidden) hide(pos, crud.cognito_user_uuid);
      else put(pos, crud);
    },
    has: (pos) => cruds.get(pos) !== undefined,
    encode(pos, counts) {
      const known = cruds.get(pos);
      if (!known?.crud) return undefined;
      const text = `"replies_count":${counts.replies},"reposts_count":${counts.reposts},"likes_count":${counts.likes}`;
      if (known.encoded && known.counts === text) return known.encoded;
      known.counts = text;
      return (known.encoded = encodeCrud(known.crud, {
        pos,
        expiresAtMs: known.expiresAtMs,
        counts: text,
      }));
    },
    version: () => changes,
    dropExpired(nowMs) {
      if (nowMs < nextExpiryMs) return;
      nextExpiryMs = Infinity;
      for (const known of cruds.values()) {
        if (known.crud && known.expiresAtMs <= nowMs) {
          known.crud = null;
          known.encoded = undefined;
          changes += 1;
        }
        if (known.crud) nextExpiryMs = Math.min(nextExpiryMs, known.expiresAtMs);
      }
    },
    clear() {
      cruds.clear();
      changes += 1;
    },
  };
}

type AuthorField = 'cognito_user_uuid' | 'handle' | 'display_name' | 'avatar_version';

function encodeCrud(
  crud: PublicActivity,
  { pos, expiresAtMs, counts }: { pos: number; expiresAtMs: number; counts: string },
): EncodedCrud {
  const { replies_count: _, reposts_count: __, likes_count: ___, reply_to_activity_uuid, ...fields } = crud;
  const parent = JSON.stringify(reply_to_activity_uuid);
  const start = `${JSON.stringify(fields).slice(0, -1)},${counts},"reply_to_activity_uuid":${parent}`;
  const { uuid, cognito_user_uuid: author } = crud;
  return { pos, uuid, author, expiresAtMs, start, unmarked: Buffer.from(withMarks(start)) };
}

/** @param start the JSON of a crud up to its marks */
export function withMarks(start: string, { liked = false, reposted = false } = {}): string {
  return `${start},"liked":${liked},"reposted":${reposted}}`;
}
