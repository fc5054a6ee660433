import { useEffect, useImperativeHandle, type Ref } from 'react';
import type { Anchor } from './use-trigger.ts';

interface Props {
  anchor: Anchor;
  ref?: Ref<HTMLElement | null>;
  'aria-controls'?: string;
  'aria-describedby'?: string;
}

/**
 * The trigger that Radix gets: it renders nothing and passes ref and ARIA attributes on to the real trigger, which was on the
 * page before Radix was loaded. So the real trigger is never remounted under a pointer or a focus.
 */
export function AnchorProxy({ anchor, ref, ...attributes }: Props) {
  useImperativeHandle<HTMLElement | null, HTMLElement | null>(ref, () => anchor.current, [anchor]);
  useAnchorAttribute(anchor, 'aria-controls', attributes['aria-controls']);
  useAnchorAttribute(anchor, 'aria-describedby', attributes['aria-describedby']);
  return null;
}

function useAnchorAttribute(anchor: Anchor, name: string, value: string | undefined): void {
  useEffect(() => {
    const element = anchor.current;
    if (element === null || value === undefined) return;
    element.setAttribute(name, value);
    return () => element.removeAttribute(name);
  }, [anchor, name, value]);
}
