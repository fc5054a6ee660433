import { useEffect, useImperativeHandle, type Ref } from 'react';

interface Props {
  at: HTMLElement | null;
  ref?: Ref<HTMLElement | null>;
  'aria-controls'?: string;
  'aria-describedby'?: string;
}

/**
 * Stands for a trigger that was on the page before the library that opens something at it: that element is measured, watched
 * and given focus, and is told what belongs to it. So it is never replaced under a pointer or a keyboard.
 */
export function Stand({ at, ref, ...told }: Props) {
  useImperativeHandle<HTMLElement | null, HTMLElement | null>(ref, () => at, [at]);
  useTold(at, 'aria-controls', told['aria-controls']);
  useTold(at, 'aria-describedby', told['aria-describedby']);
  return null;
}

function useTold(at: HTMLElement | null, name: string, value: string | undefined): void {
  useEffect(() => {
    if (at === null || value === undefined) return;
    at.setAttribute(name, value);
    return () => at.removeAttribute(name);
  }, [at, name, value]);
}
