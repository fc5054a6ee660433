import type { Activity } from '@cruddur/shared';
import { useEffect, useRef, useState } from 'react';
import { useSession } from '../base/session/session-react.tsx';
import { useScrolledDown } from './scroll-anchor.ts';

/** More arrivals than one in this time are buffered, until none arrives for as long. In milliseconds. */
const CALM_MS = 1000;

interface BufferedFeed {
  shown: Activity[];
  newItems: Activity[];
}

/**
 * Splits a list into the shown items and the buffered new ones: everything above the first known item, except the reader's own
 * cruds.
 * @param known the uuids that were shown when buffering began
 */
export function bufferNewItems(items: Activity[], known: ReadonlySet<string>, ownId: string): BufferedFeed {
  const boundary = items.findIndex(({ uuid }) => known.has(uuid));
  if (boundary <= 0) return { shown: items, newItems: [] };
  const above = items.slice(0, boundary);
  const isOwn = ({ cognito_user_uuid }: Activity) => cognito_user_uuid === ownId;
  const newItems = above.filter((item) => !isOwn(item));
  return newItems.length === 0
    ? { shown: items, newItems }
    : { shown: [...above.filter(isOwn), ...items.slice(boundary)], newItems };
}

/**
 * Buffers new cruds of a list while rows must not move: the page is scrolled down, the reader points at the list or works in
 * it, or cruds arrive fast. `showNewItems` shows the buffered ones, and buffers from there on; so does a list without any of the
 * known items.
 * @param list the list's identity, where one component shows several in turn
 */
export function useNewItemsBuffer(
  items: Activity[],
  { isPaused = false, list = '' }: { isPaused?: boolean; list?: string },
): BufferedFeed & { isBuffering: boolean; showNewItems: () => void } {
  const ownId = useSession().person?.cognito_id ?? '';
  const [buffer, setBuffer] = useState<{ list: string; known: ReadonlySet<string> } | null>(null);
  const isScrolled = useScrolledDown();
  const isReaderInFeed = useReaderInFeed();
  const isFast = useFastArrivals(items.find((item) => item.cognito_user_uuid !== ownId)?.uuid);
  const isBuffering = isPaused || isScrolled || isReaderInFeed || isFast;
  const startBuffer = () => setBuffer({ list, known: new Set(items.map(({ uuid }) => uuid)) });
  const isCurrent = buffer?.list === list && items.some(({ uuid }) => buffer.known.has(uuid));
  if (isBuffering && !isCurrent && items.length > 0) startBuffer();
  if (!isBuffering && buffer) setBuffer(null);
  const feed = isCurrent ? bufferNewItems(items, buffer.known, ownId) : { shown: items, newItems: [] };
  return {
    shown: useUnchangedList(feed.shown),
    newItems: useUnchangedList(feed.newItems),
    isBuffering,
    showNewItems: startBuffer,
  };
}

/** Keeps the identity of a list while its items are the same, so that a buffered arrival renders the pill and not the rows. */
function useUnchangedList<T>(list: T[]): T[] {
  const [last, setLast] = useState(list);
  if (last === list) return list;
  if (last.length === list.length && last.every((item, index) => item === list[index])) return last;
  setLast(list);
  return list;
}

/** Whether a crud has arrived within the last second: then the next one arrives too soon after it. */
function useFastArrivals(newest: string | undefined): boolean {
  const [isFast, setIsFast] = useState(false);
  const previous = useRef(newest);
  useEffect(() => {
    const isFirstPage = previous.current === undefined;
    if (previous.current === newest) return;
    previous.current = newest;
    if (isFirstPage) return;
    setIsFast(true);
    const timer = setTimeout(setIsFast, CALM_MS, false);
    return () => clearTimeout(timer);
  }, [newest]);
  return isFast;
}

const FEED = '[role=feed]';
/** A tap ends with a click, whose target must not move between the two. In milliseconds. */
const LEAVE_DELAY_MS = 500;

/**
 * Whether the pointer is over a feed or focus is inside one. A pointer counts once it moves: one that has come to rest over the
 * feed because the page below it has changed points at nothing.
 */
function useReaderInFeed(): boolean {
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
