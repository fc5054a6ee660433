import { X } from 'lucide-react';
import { useEffect, useRef, useState, type CSSProperties } from 'react';
import { focusBack } from './focus-back.ts';
import { IconButton } from './icon-button.tsx';

export type ToastNews = {
  id: string;
  text: string;
  /** How long it stays, in seconds; 6 when left out. */
  seconds?: number;
  /** It stays until somebody presses it or sends it away. */
  stays?: boolean;
  action?: { label: string; run: () => void };
};

/** What just happened, in a corner. Each leaves by itself; the time stands still while it is pointed at or has focus. */
export function Toasts({ news, onDone }: { news: readonly ToastNews[]; onDone: (id: string) => void }) {
  return (
    <div className="toasts" role="status" aria-live="polite">
      {news.map((one) => (
        <Toast key={one.id} news={one} onDone={onDone} />
      ))}
    </div>
  );
}

function Toast({ news, onDone }: { news: ToastNews; onDone: (id: string) => void }) {
  const { id, text, action, seconds = 6, stays = false } = news;
  const [left, setLeft] = useState(seconds);
  const [pointedAt, setPointedAt] = useState(false);
  const [focused, setFocused] = useState(false);
  const stopped = pointedAt || focused || stays;
  const box = useRef<HTMLDivElement>(null);
  const from = useRef<HTMLElement | null>(null);
  const leave = () => {
    if (box.current?.contains(document.activeElement)) focusBack(from.current);
    onDone(id);
  };
  useEffect(() => {
    if (stopped) return;
    const timer = setTimeout(() => {
      if (left > 1) setLeft(left - 1);
      else onDone(id);
    }, 1000);
    return () => clearTimeout(timer);
  }, [stopped, left, id, onDone]);
  return (
    <div
      ref={box}
      className={action ? 'toast' : 'toast plain'}
      onPointerEnter={() => setPointedAt(true)}
      onPointerLeave={() => setPointedAt(false)}
      onFocus={({ relatedTarget, currentTarget }) => {
        setFocused(true);
        if (!currentTarget.contains(relatedTarget))
          from.current = relatedTarget instanceof HTMLElement ? relatedTarget : null;
      }}
      onBlur={() => setFocused(false)}
    >
      <span>{text}</span>
      {action && (
        <button
          type="button"
          data-undo={stays ? undefined : ''}
          // What is left is for the eye: the line is read out once, not each second.
          aria-live="off"
          onClick={() => {
            action.run();
            leave();
          }}
        >
          {action.label}
          {!stays && <span aria-hidden="true"> · {left}</span>}
        </button>
      )}
      {stays && <IconButton label="Dismiss" icon={X} onClick={leave} />}
      {action && !stays && <span className="fuse" style={{ '--left': left / seconds } as CSSProperties} />}
    </div>
  );
}
