import { useEffect, useImperativeHandle, type Ref } from 'react';
import type { Anchor } from './use-anchor.ts';

interface Props {
  at: Anchor;
  ref?: Ref<HTMLElement | null>;
  'aria-controls'?: string;
  'aria-describedby'?: string;
}

/**
 * Stands for a trigger that was on the page before the library that opens something at it: that element is measured, watched
 * and given focus, and is told what belongs to it. So it is never replaced under a pointer or a keyboard.
 */
export function Stand({ at, ref, ...told }: Props) {
  useImperativeHandle<HTMLElement | null, HTMLElement | null>(ref, () => at.current, [at]);
  useTold(at, 'aria-controls', told['aria-controls']);
  useTold(at, 'aria-describedby', told['aria-describedby']);
  return null;
}

function useTold(at: Anchor, name: string, value: string | undefined): void {
  useEffect(() => {
    const element = at.current;
    if (element === null || value === undefined) return;
    element.setAttribute(name, value);
    return () => element.removeAttribute(name);
  }, [at, name, value]);
}
