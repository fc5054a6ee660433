import { useEffect, useEffectEvent, useRef } from 'react';
import { Button } from './button.tsx';

type Props = { label?: string; busy: boolean; onNear: () => void };

/** The end of what is loaded. It asks for more by itself when it comes near the screen, and by hand for keyboards. */
export function NearEnd({ label = 'Show more', busy, onNear }: Props) {
  const place = useRef<HTMLDivElement>(null);
  const near = useEffectEvent(() => {
    if (!busy) onNear();
  });
  useEffect(() => {
    if (busy || !place.current) return;
    const watcher = new IntersectionObserver(([entry]) => entry?.isIntersecting && near(), {
      rootMargin: '600px',
      // The same where the list scrolls in a box of its own.
      scrollMargin: '600px',
    });
    watcher.observe(place.current);
    return () => watcher.disconnect();
  }, [busy]);
  return (
    <div className="near-end" ref={place}>
      <Button variant="quiet" small busy={busy} onClick={onNear}>
        {label}
      </Button>
    </div>
  );
}
