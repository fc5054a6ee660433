import { errorText } from '@cruddur/shared';
import { useEffect, useEffectEvent, useRef } from 'react';
import { Button } from '../ui/button.tsx';

type Props = {
  label?: string;
  busy: boolean;
  /** Why more could not be had, as a code or text: from then on it is asked for by hand only. */
  failure?: string | undefined;
  onLoadMore: () => void;
};

/** The end of what is loaded. It asks for more by itself when it comes near the screen, and by hand for keyboards. */
export function LoadMore({ label = 'Show more', busy, failure, onLoadMore }: Props) {
  const marker = useRef<HTMLDivElement>(null);
  const loadMore = useEffectEvent(() => {
    if (!busy) onLoadMore();
  });
  const isPaused = busy || failure !== undefined;
  useEffect(() => {
    if (isPaused || !marker.current) return;
    const watcher = new IntersectionObserver(([entry]) => entry?.isIntersecting && loadMore(), {
      rootMargin: '600px',
      // The same where the list scrolls in a box of its own.
      scrollMargin: '600px',
    });
    watcher.observe(marker.current);
    return () => watcher.disconnect();
  }, [isPaused]);
  return (
    <div className="near-end" ref={marker}>
      {failure !== undefined && <p role="alert">{errorText(failure)}</p>}
      <Button variant="quiet" small busy={busy} onClick={onLoadMore}>
        {failure === undefined ? label : 'Try again'}
      </Button>
    </div>
  );
}
