import { X } from 'lucide-react';
import { Dialog as Radix } from 'radix-ui';
import { use, useEffect, useEffectEvent, useRef, type ReactNode } from 'react';
import { NavigationType, UNSAFE_DataRouterContext as DataRouterContext } from 'react-router-dom';
import { returnFocus } from './return-focus.ts';
import { IconButton } from './icon-button.tsx';

type Props = {
  open: boolean;
  onClose: () => void;
  title: string;
  /** Stands in the heading before the X. */
  end?: ReactNode;
  children: ReactNode;
};

/**
 * A dialog that closes on its backdrop, its X, Escape and the browser's way back, keeps focus inside, and gives it back. It begins at the
 * element marked `data-begin`. The backdrop is ours rather than Radix's, whose scroll lock injects a style element that
 * the content policy forbids; `data-holds-page` holds the page still from the style sheet.
 */
export function Dialog({ open, onClose, title, end, children }: Props) {
  const opener = useRef<HTMLElement | null>(null);
  const box = useRef<HTMLDivElement>(null);
  useIgnoreSecondClick(open);
  return (
    <Radix.Root open={open} onOpenChange={(wanted) => !wanted && onClose()}>
      <Radix.Portal>
        <div className="veil" data-holds-page="">
          <Radix.Content
            className="dialog"
            ref={box}
            aria-describedby={undefined}
            onOpenAutoFocus={(event) => {
              const active = document.activeElement;
              opener.current = active instanceof HTMLElement ? active : null;
              const begin = box.current?.querySelector<HTMLElement>('[data-begin]');
              if (!begin) return;
              event.preventDefault();
              begin.focus();
            }}
            // Escape first closes a list that is open within.
            onEscapeKeyDown={(event) => {
              if (box.current?.querySelector('[role=listbox]')) event.preventDefault();
            }}
            onCloseAutoFocus={(event) => {
              event.preventDefault();
              returnFocus(opener.current);
            }}
          >
            <div className="dialog-top">
              <Radix.Title>{title}</Radix.Title>
              {end}
              <Radix.Close asChild>
                <IconButton label="Close" icon={X} />
              </Radix.Close>
            </div>
            {children}
            <CloseOnBack onBack={onClose} />
          </Radix.Content>
        </div>
      </Radix.Portal>
    </Radix.Root>
  );
}

const BLOCKER = 'dialog';

/**
 * There while the dialog is: on a phone, going back is how one closes what fills the screen. The page below stays. The router's
 * own hook would come with every visitor's first screen, the router itself is there anyway.
 */
function CloseOnBack({ onBack }: { onBack: () => void }) {
  const router = use(DataRouterContext)?.router;
  const goBack = useEffectEvent(onBack);
  useEffect(() => {
    if (!router) return;
    router.getBlocker(BLOCKER, ({ historyAction }) => historyAction === NavigationType.Pop);
    const stop = router.subscribe(({ blockers }) => {
      const blocker = blockers.get(BLOCKER);
      if (blocker?.state !== 'blocked') return;
      blocker.reset();
      goBack();
    });
    return () => {
      stop();
      router.deleteBlocker(BLOCKER);
    };
  }, [router]);
  return null;
}

/** The second half of a double click that closed a dialog is for nothing of what lay below it. */
function useIgnoreSecondClick(open: boolean): void {
  useEffect(() => {
    if (!open) return;
    return () => {
      const over = new AbortController();
      const swallow = (event: MouseEvent) => {
        if (event.detail < 2) {
          over.abort();
          return;
        }
        event.preventDefault();
        event.stopPropagation();
      };
      document.addEventListener('click', swallow, { capture: true, signal: over.signal });
    };
  }, [open]);
}
