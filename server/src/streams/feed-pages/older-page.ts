import type { EncodedPage, FeedPageReads, OlderPosition } from '../../domain/activities/ports.ts';
import type { Clock } from '../../domain/clock.ts';
import { cutPage } from '../../domain/paging.ts';
import { shareNextRead } from '../../domain/share-next-read.ts';
import { encodeFor, joinArray } from './encode-page.ts';
import type { FollowedCruds } from './followed-cruds.ts';

export interface OlderPageParts {
  reads: Pick<FeedPageReads, 'readOlder'>;
  cruds: Pick<FollowedCruds, 'memory' | 'readMissing'>;
  clock: Clock;
}

/** @returns null when memory does not have the page, so that it must be read from the store */
export type ReadOlderPage = (position: OlderPosition, limit: number) => Promise<EncodedPage | null>;

/**
 * Further pages of the home feed: their cruds, counts, marks and heads in one snapshot of the store, and the texts from memory. All
 * requests that wait share a statement, because waking PostgreSQL costs as much as its work for a page.
 */
export function createOlderPages({ reads, cruds, clock }: OlderPageParts): ReadOlderPage {
  const readTogether = async (asked: readonly OlderPosition[]) => {
    const found = await reads.readOlder(asked, clock.now());
    return new Map(found.flatMap((older, index) => (asked[index] ? [[asked[index], older]] : [])));
  };
  // Two by turns, so that PostgreSQL reads for some requests while this program answers others.
  const sharedReads = [shareNextRead(readTogether), shareNextRead(readTogether)] as const;
  let turn: 0 | 1 = 0;

  return async (position, limit) => {
    turn = turn === 0 ? 1 : 0;
    const older = (await sharedReads[turn]([position])).get(position);
    if (!older) return null;
    const { publicHead, head } = older;
    const rows = older.rows.slice(0, limit + 1);
    const positions = rows.map(({ pos }) => pos);
    if (!(await cruds.readMissing({ publicHead, positions }))) return null;
    const nowMs = clock.now().getTime();
    const found = rows.flatMap(({ pos, counts, marks }) => {
      const crud = cruds.memory.encode(pos, counts);
      return crud && crud.expiresAtMs > nowMs
        ? [{ pos, uuid: crud.uuid, bytes: encodeFor(crud, marks) }]
        : [];
    });
    // One was burned or has expired since, so the page has another end.
    if (found.length < rows.length) return null;
    const page = cutPage(found, limit);
    return {
      encoded: joinArray(page.rows.map(({ bytes }) => bytes)),
      next: page.next,
      cursors: { public: publicHead, me: head ?? undefined },
    };
  };
}
