import { useEffect, useState } from 'react';

const FEED = '[role=feed]';
/** A tap ends with a click, whose target must not move between the two. In milliseconds. */
const LEAVE_DELAY_MS = 500;

/**
 * Whether the pointer is over a feed or focus is inside one. A pointer counts once it moves: one that has come to rest over the
 * feed because the page below it has changed points at nothing.
 */
export function useReaderInFeed(): boolean {
  const [isInFeed, setIsInFeed] = useState(false);
  useEffect(() => {
    const stopController = new AbortController();
    const { signal } = stopController;
    let isPointerOver = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const update = () => {
      clearTimeout(timer);
      if (isPointerOver || isInsideFeed(document.activeElement)) setIsInFeed(true);
      else timer = setTimeout(setIsInFeed, LEAVE_DELAY_MS, false);
    };
    const setPointerOver = (next: boolean) => {
      if (isPointerOver === next) return;
      isPointerOver = next;
      update();
    };
    const onPointer = ({ target }: Event) => setPointerOver(isInsideFeed(target));
    const onPointerEnd = ({ pointerType }: PointerEvent) => pointerType !== 'mouse' && setPointerOver(false);
    document.addEventListener('pointermove', onPointer, { signal, passive: true });
    document.addEventListener('pointerdown', onPointer, { signal, passive: true });
    document.addEventListener('pointerup', onPointerEnd, { signal });
    document.addEventListener('pointercancel', onPointerEnd, { signal });
    document.documentElement.addEventListener('pointerleave', () => setPointerOver(false), { signal });
    document.addEventListener('focusin', update, { signal });
    document.addEventListener('focusout', update, { signal });
    update();
    return () => {
      stopController.abort();
      clearTimeout(timer);
    };
  }, []);
  return isInFeed;
}

function isInsideFeed(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest(FEED) !== null;
}
