import { useEffect, useEffectEvent, useRef } from 'react';
import { toErrorTexts } from '../base/http/error-texts.ts';
import { Button } from '../base/ui/button.tsx';

/** The fields of an infinite query that paging needs. */
export interface Paging {
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  isFetchNextPageError: boolean;
  error: unknown;
  fetchNextPage: () => unknown;
}

interface MorePagesProps {
  paging: Paging;
  label?: string;
  /** Only the button loads: the list ends with a fold, which another page may fill without making the list longer. */
  onRequestOnly?: boolean;
}

/** Loads the next page of a list, where there is one. A failed page is reported here, and the loaded pages stay. */
export function MorePages({ paging, label, onRequestOnly = false }: MorePagesProps) {
  if (!paging.hasNextPage) return null;
  return (
    <LoadMore
      {...(label !== undefined && { label })}
      onRequestOnly={onRequestOnly}
      busy={paging.isFetchingNextPage}
      failure={paging.isFetchNextPageError ? toErrorTexts(paging.error).join('. ') : undefined}
      onLoadMore={() => void paging.fetchNextPage()}
    />
  );
}

type Props = {
  label?: string;
  onRequestOnly?: boolean;
  busy: boolean;
  /** The text of a failed page: from then on only the button loads. */
  failure?: string | undefined;
  onLoadMore: () => void;
};

/** The end of the loaded items: loads more when it comes near the viewport, and has a button for keyboards. */
export function LoadMore(props: Props) {
  const { label = 'Show more', onRequestOnly = false, busy, failure, onLoadMore } = props;
  const marker = useRef<HTMLDivElement>(null);
  const loadMore = useEffectEvent(() => {
    if (!busy) onLoadMore();
  });
  const isPaused = onRequestOnly || busy || failure !== undefined;
  useEffect(() => {
    if (isPaused || !marker.current) return;
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && loadMore(), {
      rootMargin: '600px',
      // For a list in a scroll container of its own.
      scrollMargin: '600px',
    });
    observer.observe(marker.current);
    return () => observer.disconnect();
  }, [isPaused]);
  return (
    <div className="load-more" ref={marker}>
      {failure !== undefined && <p role="alert">{failure}</p>}
      <Button variant="quiet" small busy={busy} onClick={onLoadMore}>
        {failure === undefined ? label : 'Try again'}
      </Button>
    </div>
  );
}
