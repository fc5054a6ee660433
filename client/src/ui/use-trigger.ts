import { useCallback, useId, useState } from 'react';
import type { LazyValue } from '../lazy/lazy-value.ts';
import { useAnchor, type Anchor } from './use-anchor.ts';

/** What an element must be given to open something. */
export interface TriggerProps {
  id: string;
  ref: (element: HTMLElement | null) => void;
  'aria-haspopup': 'menu' | 'dialog';
  'aria-expanded': boolean;
  onPointerEnter: () => void;
}

/** What stands beside a trigger and opens at it. */
export interface PopupProps {
  anchor: Anchor;
  labelId: string;
  open: boolean;
  /** The keyboard opened it: focus goes to the first thing in it. */
  openedByKey: boolean;
  onClose: () => void;
}

/**
 * A trigger that opens something whose code may not be there yet: a press is remembered until it is. Pointing at the trigger
 * already asks for the code.
 */
export function useTrigger(kind: TriggerProps['aria-haspopup'], part: LazyValue<unknown>) {
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
    // Code that does not come is asked for again by the press.
    onPointerEnter: () => void part.load().catch(() => undefined),
  };
  const opened: PopupProps = { anchor, labelId, open, openedByKey: state === 'key', onClose };
  return { trigger, toggle, wasOpened: state !== 'untouched', opened };
}
