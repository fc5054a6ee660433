import { useCallback, useId, useRef, useState, type RefObject } from 'react';
import type { LazyValue } from '../lazy/lazy-component.tsx';

/** The element at which a popup opens. A ref: attaching it renders nothing. */
export type Anchor = RefObject<HTMLElement | null>;

/** @returns the anchor, and the callback ref of its element */
export function useAnchor(): [anchor: Anchor, attach: (element: HTMLElement | null) => void] {
  const anchor = useRef<HTMLElement>(null);
  const attach = useCallback((element: HTMLElement | null) => {
    anchor.current = element;
  }, []);
  return [anchor, attach];
}

/** The props of an element that opens a popup. */
export interface TriggerProps {
  id: string;
  ref: (element: HTMLElement | null) => void;
  'aria-haspopup': 'menu' | 'dialog';
  'aria-expanded': boolean;
  onPointerEnter: () => void;
}

/** The props of a popup that opens at a trigger. */
export interface PopupProps {
  anchor: Anchor;
  labelId: string;
  open: boolean;
  /** A key opened it, so focus goes to its first item. */
  openedByKey: boolean;
  onClose: () => void;
}

/**
 * A trigger of a popup in a lazy chunk: a press is kept until the chunk is loaded, and hovering the trigger starts the load.
 */
export function useTrigger(kind: TriggerProps['aria-haspopup'], popup: LazyValue<unknown>) {
  const [anchor, attach] = useAnchor();
  const [state, setState] = useState<'untouched' | 'closed' | 'pointer' | 'key'>('untouched');
  const labelId = useId();
  const open = state === 'pointer' || state === 'key';
  const toggle = (by: 'pointer' | 'key') => setState(open ? 'closed' : by);
  const onClose = useCallback(() => setState('closed'), []);
  const trigger: TriggerProps = {
    id: labelId,
    ref: attach,
    'aria-haspopup': kind,
    'aria-expanded': open,
    // A failed load is repeated by the press.
    onPointerEnter: () => void popup.load().catch(() => undefined),
  };
  const opened: PopupProps = { anchor, labelId, open, openedByKey: state === 'key', onClose };
  return { trigger, toggle, wasOpened: state !== 'untouched', opened };
}

/** Returns focus to the previously focused element, or to the screen when that element was removed. */
export function returnFocus(from: HTMLElement | null): void {
  const back = from?.isConnected ? from : document.getElementById('main');
  back?.focus({ preventScroll: true });
}
