import { X } from 'lucide-react';
import { useCallback, useEffect, useMemo, useRef, useState, type CSSProperties, type ReactNode } from 'react';
import { newId } from '../runtime/browser-runtime.ts';
import { createRequiredContext } from '../page/required-context.ts';
import { returnFocus } from './use-trigger.ts';
import { IconButton } from './icon.tsx';

type ToastMessage = {
  id: string;
  text: string;
  /** How long it is shown; 6 by default. */
  seconds?: number;
  /** It stays until its action or Dismiss is pressed. */
  stays?: boolean;
  action?: { label: string; run: () => void; keepsToast?: boolean };
  /** What it counts, the latest last, for the next update. */
  posts?: readonly SentPost[];
};

/** A post that can be undone. */
export interface SentPost {
  row: string;
  kind: 'crud' | 'reply';
  /** The server does not have it yet. */
  waits: boolean;
  undo: () => void;
}

/** A toast without an id gets a new one. */
export type ToastInput = Omit<ToastMessage, 'id'> & Partial<Pick<ToastMessage, 'id'>>;

export type ShowToast = (toast: ToastInput) => void;

/** @param update receives the toast with this id if it is on the page, and returns its replacement, or null to remove it */
export type UpdateToast = (
  id: string,
  update: (shown: ToastMessage | undefined) => ToastInput | null,
) => void;

/** Every function keeps its identity. */
interface ToastActions {
  showToast: ShowToast;
  updateToast: UpdateToast;
}

const [ToastContext, useToasts] = createRequiredContext<ToastActions>('ToastContext');
export { useToasts };

/** Shows the toasts of the page. A new one replaces a toast with the same id. */
export function ToastProvider({ children }: { children: ReactNode }) {
  const [toasts, setToasts] = useState<readonly ToastMessage[]>([]);
  const updateToast: UpdateToast = useCallback((id, update) => {
    setToasts((before) => {
      const shown = before.find((toast) => toast.id === id);
      const next = update(shown);
      if (shown && next === shown) return before;
      if (!next) return before.filter((toast) => toast !== shown);
      const toast = { ...next, id };
      return shown ? before.map((other) => (other === shown ? toast : other)) : [...before, toast];
    });
  }, []);
  const showToast = useCallback(
    (toast: ToastInput) => updateToast(toast.id ?? newId(), () => toast),
    [updateToast],
  );
  const removeToast = useCallback((id: string) => updateToast(id, () => null), [updateToast]);
  const actions = useMemo(() => ({ showToast, updateToast }), [showToast, updateToast]);
  return (
    <ToastContext value={actions}>
      {children}
      <Toasts toasts={toasts} onDone={removeToast} />
    </ToastContext>
  );
}

/** Each toast is removed after its time, which pauses while the toast has the pointer or focus and begins again with an update. */
export function Toasts({
  toasts,
  onDone,
}: {
  toasts: readonly ToastMessage[];
  onDone: (id: string) => void;
}) {
  return (
    <div className="toasts" role="status" aria-live="polite">
      {toasts.map((toast) => (
        <Toast key={toast.id} toast={toast} onDone={onDone} />
      ))}
    </div>
  );
}

function Toast({ toast, onDone }: { toast: ToastMessage; onDone: (id: string) => void }) {
  const { id, text, action, seconds = 6, stays = false, posts } = toast;
  const [secondsLeft, setSecondsLeft] = useState(seconds);
  const [last, setLast] = useState(toast);
  if (last !== toast) {
    setLast(toast);
    setSecondsLeft(seconds);
  }
  const [isHovered, setIsHovered] = useState(false);
  const [isFocused, setIsFocused] = useState(false);
  const isPaused = isHovered || isFocused || stays;
  const box = useRef<HTMLDivElement>(null);
  const returnFocusTo = useRef<HTMLElement | null>(null);
  const dismiss = () => {
    if (box.current?.contains(document.activeElement)) returnFocus(returnFocusTo.current);
    onDone(id);
  };
  useEffect(() => {
    if (isPaused) return;
    const timer = setTimeout(() => {
      if (secondsLeft > 1) setSecondsLeft(secondsLeft - 1);
      else onDone(id);
    }, 1000);
    return () => clearTimeout(timer);
  }, [isPaused, secondsLeft, toast, id, onDone]);
  return (
    <div
      ref={box}
      className={action ? 'toast' : 'toast plain'}
      onPointerEnter={() => setIsHovered(true)}
      onPointerLeave={() => setIsHovered(false)}
      onFocus={({ relatedTarget, currentTarget }) => {
        setIsFocused(true);
        if (!currentTarget.contains(relatedTarget))
          returnFocusTo.current = relatedTarget instanceof HTMLElement ? relatedTarget : null;
      }}
      onBlur={() => setIsFocused(false)}
    >
      <span>{text}</span>
      {action && (
        <button
          type="button"
          data-undo={stays && !posts ? undefined : ''}
          // The seconds are not announced.
          aria-live="off"
          onClick={() => {
            action.run();
            if (action.keepsToast !== true) dismiss();
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
