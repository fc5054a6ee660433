import { errorText } from '@cruddur/shared';
import { useEffect, useEffectEvent, useRef } from 'react';
import { Button } from './button.tsx';

type Props = {
  label?: string;
  busy: boolean;
  /** Why more could not be had, as a code or text: from then on it is asked for by hand only. */
  failure?: string | undefined;
  onNear: () => void;
};

/** The end of what is loaded. It asks for more by itself when it comes near the screen, and by hand for keyboards. */
export function NearEnd({ label = 'Show more', busy, failure, onNear }: Props) {
  const place = useRef<HTMLDivElement>(null);
  const near = useEffectEvent(() => {
    if (!busy) onNear();
  });
  const waits = busy || failure !== undefined;
  useEffect(() => {
    if (waits || !place.current) return;
    const watcher = new IntersectionObserver(([entry]) => entry?.isIntersecting && near(), {
      rootMargin: '600px',
      // The same where the list scrolls in a box of its own.
      scrollMargin: '600px',
    });
    watcher.observe(place.current);
    return () => watcher.disconnect();
  }, [waits]);
  return (
    <div className="near-end" ref={place}>
      {failure !== undefined && <p role="alert">{errorText(failure)}</p>}
      <Button variant="quiet" small busy={busy} onClick={onNear}>
        {failure === undefined ? label : 'Try again'}
      </Button>
    </div>
  );
}
