import type { EncodedPage, FeedPageReads } from '../../domain/activities/ports.ts';
import type { Clock } from '../../domain/clock.ts';
import { cutPage, type View } from '../../domain/paging.ts';
import { encodeFor, joinArray } from './encode-page.ts';
import type { FollowedCruds } from './followed-cruds.ts';

export interface OlderPageParts {
  reads: Pick<FeedPageReads, 'readOlder'>;
  cruds: Pick<FollowedCruds, 'memory' | 'readMissing'>;
  clock: Clock;
}

/**
 * Reads a further page of the home feed: its cruds, counts, marks and heads in one snapshot of the store, which is half the work of
 * reading the texts too, and the texts from memory.
 * @returns null when memory does not have the page, so that it must be read from the store
 */
export async function readOlderPage(
  { reads, cruds, clock }: OlderPageParts,
  view: View & { viewer: string },
): Promise<EncodedPage | null> {
  const { publicHead, head, rows } = await reads.readOlder(view);
  const places = rows.map(({ place }) => place);
  if (!(await cruds.readMissing({ publicHead, places }))) return null;
  const nowMs = clock.now().getTime();
  const found = rows.flatMap(({ place, counts, marks }) => {
    const crud = cruds.memory.encode(place, counts);
    return crud && crud.expiresAtMs > nowMs
      ? [{ place, uuid: crud.uuid, bytes: encodeFor(crud, marks) }]
      : [];
  });
  // One was burned or has expired since, so the page has another end.
  if (found.length < rows.length) return null;
  const page = cutPage(found, view.limit);
  return {
    encoded: joinArray(page.rows.map(({ bytes }) => bytes)),
    next: page.next,
    cursors: { public: publicHead, me: head ?? undefined },
  };
}
