import { ArrowDown } from 'lucide-react';
import { useEffect, useEffectEvent, useLayoutEffect, useRef, type ReactNode, type RefObject } from 'react';
import { Icon } from '../ui/icon.tsx';

type Props = {
  /** The other person's name. */
  name: string;
  /** Under their last words: who is writing. */
  typing: boolean;
  /** Above the oldest message: the way to older ones. */
  older?: ReactNode;
  /** The scrolling element. Its content is turned round, so that the newest stands at scroll position 0. */
  log?: RefObject<HTMLDivElement | null>;
  /** Told whether the newest end is in sight. */
  onEndVisible?: (isInSight: boolean) => void;
  /** The way back to the newest, and how many came unseen; shown while it is set. */
  jump?: { unseen: number; onJump: () => void } | undefined;
  children: ReactNode;
};

/** The scrolling part of a conversation. It begins at its first new message and stays at its newest end while nobody scrolls up. */
export function MessageLog({ name, typing, older, log, onEndVisible, jump, children }: Props) {
  const own = useRef<HTMLDivElement>(null);
  const scroller = log ?? own;
  const foot = useRef<HTMLParagraphElement>(null);
  useLayoutEffect(() => {
    const line = scroller.current?.querySelector('.new-line');
    const top = scroller.current?.getBoundingClientRect().top ?? 0;
    if (line && line.getBoundingClientRect().top < top) line.scrollIntoView({ block: 'start' });
  }, [scroller]);
  const onIntersection = useEffectEvent((isInSight: boolean) => onEndVisible?.(isInSight));
  useEffect(() => {
    if (!foot.current) return;
    const watcher = new IntersectionObserver(
      (entries) => onIntersection(entries.at(-1)?.isIntersecting ?? false),
      {
        root: scroller.current,
        rootMargin: '24px',
      },
    );
    watcher.observe(foot.current);
    return () => watcher.disconnect();
  }, [scroller]);
  return (
    <div className="log-frame">
      <div className="log" role="log" aria-label={`Conversation with ${name}`} tabIndex={0} ref={scroller}>
        <div>
          {older}
          {children}
          <p className="typing" aria-live="polite" ref={foot}>
            {typing && `${name.split(' ')[0] ?? name} is writing…`}
          </p>
        </div>
      </div>
      {jump && (
        <button
          type="button"
          className="to-latest"
          onClick={() => {
            jump.onJump();
            // The button is about to go.
            scroller.current?.focus({ preventScroll: true });
          }}
        >
          <Icon of={ArrowDown} size="small" />
          {jump.unseen > 0 ? `${jump.unseen} new` : 'Latest'}
          <span className="vh"> {jumpLabel(jump.unseen)}</span>
        </button>
      )}
    </div>
  );
}

function jumpLabel(unseen: number): string {
  if (unseen === 0) return 'message';
  return unseen === 1 ? 'message below' : 'messages below';
}
