import { useEffect, useRef } from 'react';

/** At the end of what the keyboard opened: gives focus to the first thing in it, before the library gives it to the whole. */
export function FocusFirst() {
  const marker = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    marker.current?.parentElement?.querySelector<HTMLElement>('[role^=menuitem], a, button')?.focus();
  }, []);
  return <span ref={marker} hidden />;
}
