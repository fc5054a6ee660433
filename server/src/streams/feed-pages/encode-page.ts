import { type RecentMarks, NEWEST_CRUDS } from '../../domain/activities/ports.ts';
import { cutPage } from '../../domain/paging.ts';
import { type CrudMemory, type EncodedCrud, withMarks } from './crud-memory.ts';

/** The newest cruds with the counts of one snapshot. */
export interface CrudList {
  cruds: readonly EncodedCrud[];
  /** False if the list has all cruds of the store. */
  isCut: boolean;
}

/** A page that may be sent until a crud of the list expires. */
export interface PageBytes {
  encoded: Uint8Array;
  next: string | undefined;
  untilMs: number;
}

/** @param counts the counts of the newest cruds, as `readNewest` returns them. @returns the positions, newest first */
export function positionsOf(counts: string): number[] {
  return counts === '' ? [] : counts.split(' ').map((text) => Number.parseInt(text, 10));
}

export function encodeList(counts: string, memory: CrudMemory): CrudList {
  const rows = counts === '' ? [] : counts.split(' ').map((text) => text.split(','));
  const cruds = rows.flatMap(([pos, replies = '0', reposts = '0', likes = '0']) => {
    return memory.encode(Number(pos), { replies, reposts, likes }) ?? [];
  });
  return { cruds, isCut: rows.length === NEWEST_CRUDS };
}

const [START, COMMA, END] = ['[', ',', ']'].map((text) => Buffer.from(text)) as [Buffer, Buffer, Buffer];

/** @returns null if the page needs cruds that the list does not have */
export function encodePage(
  list: CrudList,
  { marks, limit, nowMs }: { marks: RecentMarks; limit: number; nowMs: number },
): PageBytes | null {
  const unexpired = list.cruds.filter(
    ({ expiresAtMs, author }) => expiresAtMs > nowMs && !marks.hidden.has(author),
  );
  if (unexpired.length <= limit && list.isCut) return null;
  const { rows, next } = cutPage(unexpired, limit);
  const parts = rows.map((crud) =>
    encodeFor(crud, { liked: marks.liked.has(crud.pos), reposted: marks.reposted.has(crud.pos) }),
  );
  // The row after the page decides whether there is a next one.
  return { encoded: joinArray(parts), next, untilMs: Math.min(...unexpired.map((crud) => crud.expiresAtMs)) };
}

/** A crud for a viewer with these marks. */
export function encodeFor(
  { start, unmarked }: EncodedCrud,
  marks: { liked: boolean; reposted: boolean },
): Buffer {
  return marks.liked || marks.reposted ? Buffer.from(withMarks(start, marks)) : unmarked;
}

export function joinArray(parts: readonly Buffer[]): Buffer {
  const separated = parts.flatMap((part, index) => (index === 0 ? [part] : [COMMA, part]));
  return Buffer.concat([START, ...separated, END]);
}
