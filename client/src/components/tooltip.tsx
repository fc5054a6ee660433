import {
  useEffect,
  useState,
  type FocusEvent,
  type PointerEvent,
  type ReactElement,
  type ReactNode,
} from 'react';
import { late } from '../late.ts';
import { LatePart } from './late-part.tsx';
import { useAnchor } from './use-anchor.ts';

/** What an element must be given to have a tooltip. */
export interface TipProps {
  ref: (element: HTMLElement | null) => void;
  onPointerEnter: (event: PointerEvent) => void;
  onPointerLeave: () => void;
  onPointerDown: () => void;
  onFocus: (event: FocusEvent) => void;
  onBlur: () => void;
}

interface Props {
  /** Rendered only once it is wanted. */
  text: ReactNode;
  children: (props: TipProps) => ReactElement;
}

export const tipBody = late(async () => (await import('./tip-body.tsx')).TipBody);

const HOVER_MS = 400;

/** Closes the one that is open: there is never a second one. */
let closeOther: () => void = () => undefined;

/** A few words about something, after 400 ms of hover or at once on focus. Escape closes it; it can be pointed at. */
export function Tooltip({ text, children }: Props) {
  const [at, attach] = useAnchor();
  const [state, setState] = useState<'untouched' | 'hovered' | 'open' | 'closed'>('untouched');
  const isHovered = state === 'hovered';
  useEffect(() => {
    if (!isHovered) return;
    void tipBody.load().catch(() => undefined);
    const timer = setTimeout(() => setState('open'), HOVER_MS);
    return () => clearTimeout(timer);
  }, [isHovered]);
  const isOpen = state === 'open';
  useEffect(() => {
    if (!isOpen) return;
    closeOther();
    const close = () => setState('closed');
    closeOther = close;
    return () => {
      if (closeOther === close) closeOther = () => undefined;
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
        // Once it is open, its own way to the pointer decides.
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
        <LatePart of={tipBody} with={{ at, text, open: isOpen, onClose: close }} />
      )}
    </>
  );
}
