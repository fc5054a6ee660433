import { PAGE_SIZE } from '@cruddur/shared';
import type { EncodedPage, FeedPageReads, FeedReads } from '../../domain/activities/ports.ts';
import type { View } from '../../domain/paging.ts';
import { createFirstPage, type FirstPage } from './first-page.ts';
import { followCruds, type FollowedCrudsParts } from './followed-cruds.ts';
import { createOlderPages } from './older-page.ts';

export interface FeedPagesParts extends FollowedCrudsParts {
  reads: FeedPageReads;
}

/** Pages of the home feed, of which this gateway's memory has the texts and names. */
export interface FeedPages {
  /** @returns null when memory does not have the page, so that it must be read from the store */
  read(view: View): Promise<EncodedPage | null>;
  close(): void;
}

export function createFeedPages(parts: FeedPagesParts): FeedPages {
  const { reads, clock } = parts;
  const cruds = followCruds(parts, {
    onChange: () => firstPage.forgetEncoded(),
    onReset: () => firstPage.reset(),
  });
  const firstPage: FirstPage = createFirstPage({ reads, cruds, clock });
  const readOlderPage = createOlderPages({ reads, cruds, clock });
  return {
    async read({ viewer, before, limit }) {
      if (viewer === null || limit > PAGE_SIZE) return null;
      return before ? readOlderPage({ viewer, before }, limit) : firstPage.read(viewer, limit);
    },
    close: () => cruds.close(),
  };
}

/** Reads of the home feed, from memory where it has the page. */
export function withFeedPages<Reads extends FeedReads>(reads: Reads, parts: FeedPagesParts): Reads {
  const pages = createFeedPages(parts);
  return { ...reads, readHome: async (view) => (await pages.read(view)) ?? reads.readHome(view) };
}
