import { PAGE_SIZE, PAGE_SIZE_MAX } from './limits.ts';

/** A keyset page: at most `limit` items before an opaque position. */
export interface Page {
  before: string | undefined;
  limit: number;
}

/** @returns null when the text is not a page size from 1 to 100; missing means 50 */
export function parseLimit(text: string | undefined): number | null {
  if (text === undefined) return PAGE_SIZE;
  if (!/^\d{1,3}$/.test(text)) return null;
  const limit = Number(text);
  return limit >= 1 && limit <= PAGE_SIZE_MAX ? limit : null;
}

/** The `before` of the next page from a `Link` header, or null on the last page. */
export function nextPageOf(link: string | null): string | null {
  const before = /<[^>]*[?&]before=([^>&]+)[^>]*>;\s*rel="next"/.exec(link ?? '')?.[1];
  return before ? decodeURIComponent(before) : null;
}
