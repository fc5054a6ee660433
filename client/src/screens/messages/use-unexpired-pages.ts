import { isExpired } from '@cruddur/shared';
import { useMemo } from 'react';
import type { MessagesPage } from '../../api/pages.ts';
import { filterItems, withItems } from '../../cache/cache-reducer.ts';
import { useLastPassed } from '../../clock/use-last-passed.ts';

const NO_PAGES: readonly MessagesPage[] = [];

/**
 * The pages without the messages that have disappeared, to the millisecond, and until when messages have: epoch milliseconds by the
 * server's clock.
 */
export function useUnexpiredPages(pages: MessagesPage[] | undefined): {
  unexpired: { pages: MessagesPage[] } | undefined;
  expiredUntil: number;
} {
  const ends = useMemo(() => listEnds(pages ?? NO_PAGES), [pages]);
  const expiredUntil = useLastPassed(ends);
  const unexpired = useMemo(
    () => pages && { pages: pages.map((page) => withoutExpired(page, expiredUntil)) },
    [pages, expiredUntil],
  );
  return { unexpired, expiredUntil };
}

function withoutExpired(page: MessagesPage, until: number): MessagesPage {
  return withItems(
    page,
    filterItems(page.items, ({ expires_at }) => !isExpired(expires_at, until)),
  );
}

function listEnds(pages: readonly MessagesPage[]): number[] {
  const ends = pages.flatMap(({ items }) =>
    items.flatMap(({ expires_at }) => (expires_at === undefined ? [] : Date.parse(expires_at))),
  );
  return [...new Set(ends)].sort((one, other) => one - other);
}
