import { useEffect, useEffectEvent, useRef } from 'react';
import { clsx } from 'clsx';
import { Bomb } from '../base/ui/logo.tsx';

type Props = {
  /** The row collapses. */
  closing?: boolean;
  /** The row is off the screen, so it can be removed without a visible jump. */
  onLeave?: () => void;
};

/** Replaces a crud for a moment after its end. */
export function ExpiredRow({ closing = false, onLeave }: Props) {
  const row = useRef<HTMLDivElement>(null);
  const leave = useEffectEvent(() => onLeave?.());
  useEffect(() => {
    if (!row.current) return;
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting === false && leave());
    observer.observe(row.current);
    return () => observer.disconnect();
  }, []);
  return (
    <div className={clsx('expired-row', closing && 'closing')} ref={row}>
      <div className="expired-note">
        <Bomb />
        <span>This crud burned out.</span>
      </div>
    </div>
  );
}
