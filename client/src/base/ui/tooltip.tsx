import {
  useEffect,
  useState,
  type FocusEvent,
  type PointerEvent,
  type ReactElement,
  type ReactNode,
} from 'react';
import { lazyValue, LazyComponent } from '../lazy/lazy-component.tsx';
import { useAnchor } from './use-trigger.ts';

/** The props of an element with a tooltip. */
interface TooltipTriggerProps {
  ref: (element: HTMLElement | null) => void;
  onPointerEnter: (event: PointerEvent) => void;
  onPointerLeave: () => void;
  onPointerDown: () => void;
  onFocus: (event: FocusEvent) => void;
  onBlur: () => void;
}

interface Props {
  /** Rendered when the tooltip opens. */
  text: ReactNode;
  children: (props: TooltipTriggerProps) => ReactElement;
}

export const lazyTooltipBody = lazyValue(49, async () => (await import('./tooltip-body.tsx')).TooltipBody);

const HOVER_MS = 400;

/** Closes the open tooltip: there is at most one. */
let closeOpenTooltip: () => void = () => undefined;

/** A tooltip, after 400 ms of hover or at once on focus. Escape closes it; the pointer may move onto it (WCAG 1.4.13). */
export function Tooltip({ text, children }: Props) {
  const [anchor, attach] = useAnchor();
  const [state, setState] = useState<'untouched' | 'hovered' | 'open' | 'closed'>('untouched');
  const isHovered = state === 'hovered';
  useEffect(() => {
    if (!isHovered) return;
    void lazyTooltipBody.load().catch(() => undefined);
    const timer = setTimeout(() => setState('open'), HOVER_MS);
    return () => clearTimeout(timer);
  }, [isHovered]);
  const isOpen = state === 'open';
  useEffect(() => {
    if (!isOpen) return;
    closeOpenTooltip();
    const close = () => setState('closed');
    closeOpenTooltip = close;
    return () => {
      if (closeOpenTooltip === close) closeOpenTooltip = () => undefined;
    };
  }, [isOpen]);
  const close = () => setState((before) => (before === 'untouched' ? before : 'closed'));
  return (
    <>
      {children({
        ref: attach,
        onPointerEnter({ pointerType }) {
          if (pointerType !== 'touch' && !isOpen) setState('hovered');
        },
        // An open tooltip is closed by Radix, which allows the pointer to move onto it.
        onPointerLeave() {
          if (isHovered) close();
        },
        onPointerDown: close,
        onFocus({ currentTarget }) {
          if (currentTarget.matches(':focus-visible')) setState('open');
        },
        onBlur: close,
      })}
      {(isOpen || state === 'closed') && (
        <LazyComponent
          component={lazyTooltipBody}
          componentProps={{ anchor, text, open: isOpen, onClose: close }}
        />
      )}
    </>
  );
}
