import { ArrowDown } from 'lucide-react';
import { useEffect, useEffectEvent, useLayoutEffect, useRef, type ReactNode, type RefObject } from 'react';
import { Icon } from '../base/ui/icon.tsx';

type Props = {
  /** The other person's name. */
  name: string;
  /** The other person is typing. */
  typing: boolean;
  /** Above the oldest message: loads older ones. */
  older?: ReactNode;
  /** The scrolling element. Its column is reversed, so the newest message is at scroll position 0. */
  log?: RefObject<HTMLDivElement | null>;
  /** Called when the newest end enters or leaves the viewport of the log. */
  onEndVisibility?: (isVisible: boolean) => void;
  /** The button that scrolls to the newest message, with the count of unseen ones, of which there may be more; shown while it is set. */
  jump?: { unseen: number; hasMore?: boolean; onJump: () => void } | undefined;
  children: ReactNode;
};

/** The scrolling part of a conversation. It opens at the first new message and follows the newest end unless the reader scrolls up. */
export function MessageLog({ name, typing, older, log, onEndVisibility, jump, children }: Props) {
  const ownLog = useRef<HTMLDivElement>(null);
  const scroller = log ?? ownLog;
  const end = useRef<HTMLParagraphElement>(null);
  useLayoutEffect(() => {
    const newLine = scroller.current?.querySelector('.new-line');
    const top = scroller.current?.getBoundingClientRect().top ?? 0;
    if (newLine && newLine.getBoundingClientRect().top < top) newLine.scrollIntoView({ block: 'start' });
  }, [scroller]);
  const onIntersection = useEffectEvent((isVisible: boolean) => onEndVisibility?.(isVisible));
  useEffect(() => {
    if (!end.current) return;
    const observer = new IntersectionObserver(
      (entries) => onIntersection(entries.at(-1)?.isIntersecting ?? false),
      {
        root: scroller.current,
        rootMargin: '24px',
      },
    );
    observer.observe(end.current);
    return () => observer.disconnect();
  }, [scroller]);
  return (
    <div className="log-frame">
      <div className="log" role="log" aria-label={`Conversation with ${name}`} tabIndex={0} ref={scroller}>
        <div>
          {older}
          {children}
          <p className="typing" aria-live="polite" ref={end}>
            {typing && `${name.split(' ')[0] ?? name} is typing…`}
          </p>
        </div>
      </div>
      {jump && (
        <button
          type="button"
          className="to-latest"
          onClick={() => {
            jump.onJump();
            // The button is about to unmount and would lose focus.
            scroller.current?.focus({ preventScroll: true });
          }}
        >
          <Icon of={ArrowDown} size="small" />
          <span>{jump.unseen > 0 ? `${jump.unseen}${jump.hasMore ? '+' : ''} new` : 'Latest'}</span>
          <span className="vh"> {formatJumpLabel(jump.unseen)}</span>
        </button>
      )}
    </div>
  );
}

function formatJumpLabel(unseen: number): string {
  if (unseen === 0) return 'message';
  return unseen === 1 ? 'message below' : 'messages below';
}
