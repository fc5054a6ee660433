import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState, type RefObject } from 'react';

/** From an hour in one view to single messages. */
const SCALES = [
  ...[0.0004, 0.0008, 0.0016, 0.0035, 0.007, 0.015],
  ...[0.03, 0.06, 0.12, 0.25, 0.5, 1, 2, 4, 8, 16, 32],
] as const;
const INITIAL = SCALES.indexOf(0.5);
/** From here on, a whole schedule is in one view, and a state is still seen. */
const OVERVIEW = SCALES.indexOf(0.03);
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
  /** The time that stays in view. */
  at: number;
  /** The time of the end. */
  end: number;
  /** Whether it is the end of the history, which grows. */
  isEnd: boolean;
  /** Whether the first view is of the whole time, as far as its states are seen. */
  startsWhole: boolean;
}

/** The scrolled and scaled part of the lanes: it follows the end, unless it was scrolled away from it, and shows a chosen time. */
export function useLaneScroll({ at, end, isEnd, startsWhole }: Options): LaneScroll {
  const box = useRef<HTMLDivElement>(null);
  const [view, setView] = useState({ left: 0, width: 0 });
  const [level, setLevel] = useState(INITIAL);
  const follows = useRef(true);
  const isFitted = useRef(!startsWhole);
  const pxPerMs = SCALES[level] ?? 1;

  const fit = useEffectEvent((width: number) => {
    isFitted.current = true;
    setLevel(levelToFit(end, width));
  });

  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const observer = new ResizeObserver(([entry]) => {
      const width = entry?.contentRect.width ?? 0;
      setView((before) => ({ ...before, width }));
      if (!isFitted.current) fit(width);
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
    canZoom: {
      in: level < SCALES.length - 1,
      // Further than the overview only while there is more to see.
      out: level > OVERVIEW || (level > 0 && end * pxPerMs > view.width),
    },
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

function levelToFit(end: number, width: number): number {
  const found = SCALES.findLastIndex((pxPerMs) => end * pxPerMs + END_PX <= width);
  return Math.min(Math.max(found, OVERVIEW), INITIAL);
}

const prefersStillness = () => matchMedia('(prefers-reduced-motion: reduce)').matches;
