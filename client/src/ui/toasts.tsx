import { X } from 'lucide-react';
import { useEffect, useRef, useState, type CSSProperties } from 'react';
import { returnFocus } from './return-focus.ts';
import { IconButton } from './icon-button.tsx';

export type ToastMessage = {
  id: string;
  text: string;
  /** How long it stays, in seconds; 6 when left out. */
  seconds?: number;
  /** It stays until somebody presses it or sends it away. */
  stays?: boolean;
  action?: { label: string; run: () => void };
};

/** What just happened, in a corner. Each leaves by itself; the time stands still while it is pointed at or has focus. */
export function Toasts({
  toasts,
  onDone,
}: {
  toasts: readonly ToastMessage[];
  onDone: (id: string) => void;
}) {
  return (
    <div className="toasts" role="status" aria-live="polite">
      {toasts.map((one) => (
        <Toast key={one.id} toast={one} onDone={onDone} />
      ))}
    </div>
  );
}

function Toast({ toast, onDone }: { toast: ToastMessage; onDone: (id: string) => void }) {
  const { id, text, action, seconds = 6, stays = false } = toast;
  const [secondsLeft, setLeft] = useState(seconds);
  const [pointedAt, setPointedAt] = useState(false);
  const [focused, setFocused] = useState(false);
  const stopped = pointedAt || focused || stays;
  const box = useRef<HTMLDivElement>(null);
  const returnFocusTo = useRef<HTMLElement | null>(null);
  const dismiss = () => {
    if (box.current?.contains(document.activeElement)) returnFocus(returnFocusTo.current);
    onDone(id);
  };
  useEffect(() => {
    if (stopped) return;
    const timer = setTimeout(() => {
      if (secondsLeft > 1) setLeft(secondsLeft - 1);
      else onDone(id);
    }, 1000);
    return () => clearTimeout(timer);
  }, [stopped, secondsLeft, id, onDone]);
  return (
    <div
      ref={box}
      className={action ? 'toast' : 'toast plain'}
      onPointerEnter={() => setPointedAt(true)}
      onPointerLeave={() => setPointedAt(false)}
      onFocus={({ relatedTarget, currentTarget }) => {
        setFocused(true);
        if (!currentTarget.contains(relatedTarget))
          returnFocusTo.current = relatedTarget instanceof HTMLElement ? relatedTarget : null;
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
            dismiss();
          }}
        >
          {action.label}
          {!stays && <span aria-hidden="true"> · {secondsLeft}</span>}
        </button>
      )}
      {stays && <IconButton label="Dismiss" icon={X} onClick={dismiss} />}
      {action && !stays && (
        <span className="fuse" style={{ '--left': secondsLeft / seconds } as CSSProperties} />
      )}
    </div>
  );
}
