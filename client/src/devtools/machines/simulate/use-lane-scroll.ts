import { useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react';

/** From a whole schedule in one view to single messages. */
const SCALES = [0.03, 0.06, 0.12, 0.25, 0.5, 1, 2, 4, 8, 16, 32] as const;
const INITIAL = 4;
/** How near to the end a view still follows it. */
const END_PX = 48;

export interface LaneScroll {
  box: RefObject<HTMLDivElement | null>;
  /** The shown part, in pixels of the whole drawing. */
  left: number;
  width: number;
  pxPerMs: number;
  onScroll: () => void;
  canZoom: { in: boolean; out: boolean };
  /** Around the chosen time if it is in view. */
  zoom: (by: 1 | -1) => void;
}

interface Options {
  /** The virtual time that stays in view. */
  at: number;
  /** Whether it is the end of the record, which grows. */
  isEnd: boolean;
}

/** The scrolled and scaled part of the lanes: it follows the end, unless it was scrolled away from it, and shows a chosen time. */
export function useLaneScroll({ at, isEnd }: Options): LaneScroll {
  const box = useRef<HTMLDivElement>(null);
  const [view, setView] = useState({ left: 0, width: 0 });
  const [level, setLevel] = useState(INITIAL);
  const follows = useRef(true);
  const pxPerMs = SCALES[level] ?? 1;

  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const observer = new ResizeObserver(([entry]) => {
      const width = entry?.contentRect.width ?? 0;
      setView((before) => ({ ...before, width }));
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, []);

  useLayoutEffect(() => {
    const element = box.current;
    if (!element || (isEnd && !follows.current)) return;
    const x = at * pxPerMs;
    const { scrollLeft, clientWidth } = element;
    if (isEnd && !prefersStillness()) element.scrollLeft = element.scrollWidth;
    // By pages, so that nothing moves for long.
    else if (x < scrollLeft || x > scrollLeft + clientWidth - END_PX)
      element.scrollLeft = isEnd ? x - END_PX : x - clientWidth / 2;
  }, [at, isEnd, pxPerMs]);

  return {
    ...{ box, pxPerMs },
    ...view,
    onScroll() {
      const element = box.current;
      if (!element) return;
      const { scrollLeft, clientWidth, scrollWidth } = element;
      follows.current = scrollLeft + clientWidth > scrollWidth - clientWidth / 4 - END_PX;
      setView((before) => ({ ...before, left: scrollLeft }));
    },
    canZoom: { in: level < SCALES.length - 1, out: level > 0 },
    zoom(by) {
      const element = box.current;
      const next = SCALES[level + by];
      if (!element || next === undefined) return;
      const { scrollLeft, clientWidth } = element;
      const cursor = at * pxPerMs - scrollLeft;
      const fixed = cursor >= 0 && cursor <= clientWidth ? cursor : clientWidth / 2;
      const time = (scrollLeft + fixed) / pxPerMs;
      setLevel(level + by);
      // Once the drawing has its new width.
      requestAnimationFrame(() => (element.scrollLeft = time * next - fixed));
    },
  };
}

const prefersStillness = () => matchMedia('(prefers-reduced-motion: reduce)').matches;
