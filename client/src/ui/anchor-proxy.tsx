import { useEffect, useImperativeHandle, type Ref } from 'react';
import type { Anchor } from './use-anchor.ts';

interface Props {
  anchor: Anchor;
  ref?: Ref<HTMLElement | null>;
  'aria-controls'?: string;
  'aria-describedby'?: string;
}

/**
 * Stands for a trigger that was on the page before the library that opens something at it: that element is measured, watched
 * and given focus, and is told what belongs to it. So it is never replaced under a pointer or a keyboard.
 */
export function AnchorProxy({ anchor, ref, ...told }: Props) {
  useImperativeHandle<HTMLElement | null, HTMLElement | null>(ref, () => anchor.current, [anchor]);
  useAnchorAttribute(anchor, 'aria-controls', told['aria-controls']);
  useAnchorAttribute(anchor, 'aria-describedby', told['aria-describedby']);
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
