import { useEffect, useEffectEvent, useRef } from 'react';
import { classNames } from '../ui/class-names.ts';
import { Bomb } from '../ui/logo.tsx';

type Props = {
  children?: string;
  /** It gives back its room. */
  closing?: boolean;
  /** It is not on the screen, or not any more: nobody needs it. */
  onLeave?: () => void;
};

/** What stays of a crud for a moment after its end. */
export function ExpiredRow({ children = 'This crud burned out.', closing = false, onLeave }: Props) {
  const row = useRef<HTMLDivElement>(null);
  const leave = useEffectEvent(() => onLeave?.());
  useEffect(() => {
    if (!row.current) return;
    const watcher = new IntersectionObserver(([entry]) => entry?.isIntersecting === false && leave());
    watcher.observe(row.current);
    return () => watcher.disconnect();
  }, []);
  return (
    <div className={classNames('gone-row', closing && 'closing')} ref={row}>
      <div className="gone">
        <Bomb />
        <span>{children}</span>
      </div>
    </div>
  );
}
