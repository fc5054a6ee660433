import { useEffect, useState, type CSSProperties } from 'react';

export type ToastNews = {
  id: string;
  text: string;
  /** How long it stays, in seconds; 6 when left out. */
  seconds?: number;
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
  const { id, text, action, seconds = 6 } = news;
  const [left, setLeft] = useState(seconds);
  const [held, setHeld] = useState(false);
  useEffect(() => {
    if (held) return;
    const timer = setTimeout(() => {
      if (left > 1) setLeft(left - 1);
      else onDone(id);
    }, 1000);
    return () => clearTimeout(timer);
  }, [held, left, id, onDone]);
  return (
    <div
      className={action ? 'toast' : 'toast plain'}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <span>{text}</span>
      {action && (
        <button
          type="button"
          onClick={() => {
            action.run();
            onDone(id);
          }}
        >
          {action.label}
          <span aria-hidden="true"> · {left}</span>
        </button>
      )}
      {action && <span className="fuse" style={{ '--left': left / seconds } as CSSProperties} />}
    </div>
  );
}
