import { X } from 'lucide-react';
import { Dialog as Radix } from 'radix-ui';
import {
  createContext,
  memo,
  use,
  useCallback,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  type ReactNode,
} from 'react';
import { holdHistoryEntry } from './popup-history.ts';
import { returnFocus } from './use-trigger.ts';
import { IconButton } from './icon.tsx';

type Props = {
  open: boolean;
  /** Without it the dialog stays until what it asks for is done. */
  onClose?: () => void;
  title: string;
  /** Shown in the heading before the close button. */
  end?: ReactNode;
  children: ReactNode;
};

/**
 * The element that shows dialogs as a part of the page; null above the page. Such a dialog is not modal, leaves the browser's
 * history as it is, and takes and returns focus only while focus is in the element.
 */
export const DialogContainer = createContext<HTMLElement | null>(null);

/**
 * A dialog that traps focus and returns it. With `onClose` it closes on its backdrop, its close button, Escape and the browser's Back.
 * Focus starts at the element with `data-autofocus`. Radix's overlay is not used: its scroll lock injects a style element, which the CSP
 * forbids.
 */
export function Dialog({ onClose, children, ...frame }: Props) {
  const latestOnClose = useRef(onClose);
  useLayoutEffect(() => {
    latestOnClose.current = onClose;
  });
  const close = useCallback(() => latestOnClose.current?.(), []);
  return (
    <DialogContent value={children}>
      <DialogFrame {...frame} {...(onClose && { onClose: close })} />
    </DialogContent>
  );
}

/** The content of the nearest dialog: each key renders it, and not the library's components around it. */
const DialogContent = createContext<ReactNode>(null);

function ContentOfDialog() {
  return use(DialogContent);
}

const DialogFrame = memo(function DialogFrame({ open, onClose, title, end }: Omit<Props, 'children'>) {
  const opener = useRef<HTMLElement | null>(null);
  const box = useRef<HTMLDivElement>(null);
  /** A selection of text may end on the backdrop. */
  const isPressOnBackdrop = useRef(false);
  const container = use(DialogContainer);
  const isModal = container === null;
  useIgnoreSecondClick(open && isModal);
  return (
    <Radix.Root open={open} modal={isModal} onOpenChange={(next) => !next && onClose?.()}>
      <Radix.Portal container={container}>
        <div
          className="dialog-backdrop"
          onPointerDown={(event) => {
            isPressOnBackdrop.current = event.target === event.currentTarget;
          }}
          onClick={(event) => {
            const isOnBackdrop = isPressOnBackdrop.current && event.target === event.currentTarget;
            if (isModal && isOnBackdrop && event.detail < 2) onClose?.();
          }}
        >
          <Radix.Content
            className="dialog"
            ref={box}
            aria-describedby={undefined}
            onOpenAutoFocus={(event) => {
              const active = document.activeElement;
              const isAllowed = isModal || container.contains(active);
              opener.current = isAllowed && active instanceof HTMLElement ? active : container;
              if (!isAllowed) {
                event.preventDefault();
                return;
              }
              const first = box.current?.querySelector<HTMLElement>('[data-autofocus]');
              if (!first) return;
              event.preventDefault();
              first.focus();
            }}
            // Escape closes an open listbox within first.
            onEscapeKeyDown={(event) => {
              const isElsewhere = !isModal && !container.contains(document.activeElement);
              if (isElsewhere || box.current?.querySelector('[role=listbox]')) event.preventDefault();
            }}
            // The library hears pointers only some time after the dialog shows, and also the second click of its opener.
            onInteractOutside={(event) => event.preventDefault()}
            onCloseAutoFocus={(event) => {
              event.preventDefault();
              // Focus that was in the dialog is on the body now.
              if (isModal || document.activeElement === document.body) returnFocus(opener.current);
            }}
          >
            <div className="dialog-top">
              <Radix.Title>{title}</Radix.Title>
              {end}
              {onClose && (
                <Radix.Close asChild>
                  <IconButton label="Close" icon={X} />
                </Radix.Close>
              )}
            </div>
            <ContentOfDialog />
            {isModal && onClose && <CloseOnBack onBack={onClose} />}
            {isModal && <ScrollLock />}
          </Radix.Content>
        </div>
      </Radix.Portal>
    </Radix.Root>
  );
});

/** Closes the dialog on Back, as on phones, and keeps the page below. */
function CloseOnBack({ onBack }: { onBack: () => void }) {
  const handleBack = useEffectEvent(onBack);
  useEffect(() => holdHistoryEntry(() => handleBack()), []);
  return null;
}

/** Locks the scroll while the content is mounted, which is longer than `open`. */
function ScrollLock() {
  useLayoutEffect(lockScroll, []);
  return null;
}

/** The second click of a double click that closed the dialog must not reach the page below. */
function useIgnoreSecondClick(open: boolean): void {
  useEffect(() => {
    if (!open) return;
    return () => {
      const abort = new AbortController();
      const swallow = (event: MouseEvent) => {
        if (event.detail < 2) {
          abort.abort();
          return;
        }
        event.preventDefault();
        event.stopPropagation();
      };
      document.addEventListener('click', swallow, { capture: true, signal: abort.signal });
    };
  }, [open]);
}

let locks = 0;

/**
 * Stops the page from scrolling until the returned function is called. The style sheet selects the attribute: with `:has()`, Chromium
 * would look for open dialogs after each change of a text field in the page.
 */
function lockScroll(): () => void {
  update(locks + 1);
  return () => update(locks - 1);
}

function update(next: number): void {
  locks = next;
  document.documentElement.toggleAttribute('data-has-dialog', locks > 0);
}
