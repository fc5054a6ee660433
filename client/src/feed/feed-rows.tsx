import {
  startTransition,
  useCallback,
  useImperativeHandle,
  useMemo,
  useRef,
  useState,
  type FocusEvent,
  type Ref,
} from 'react';
import { useHydrating } from '../ssr/use-hydrating.ts';
import { handleFeedKeys, useFocusFallback } from './feed-focus.ts';
import { resolveAnchorOffset, readScrollAnchor, type ScrollAnchor } from './scroll-anchor.ts';
import { ExpiringCrud, type FeedCrud } from './expiring-crud.tsx';
import { useFeedVirtualizer } from './use-feed-virtualizer.ts';
import { useSaveFeedOnLeave, useSavedFeed, useRestoredFeed } from './saved-feeds.ts';

export interface FeedRow {
  key: string;
  crud: FeedCrud;
}

/** Reads and restores the scroll position of a list. */
export interface FeedHandle {
  readAnchor: () => ScrollAnchor;
  scrollToAnchor: (anchor: ScrollAnchor) => void;
}

interface Props {
  label: string;
  rows: readonly FeedRow[];
  isBusy: boolean;
  /** All pages are loaded. */
  isComplete: boolean;
  handle?: Ref<FeedHandle> | undefined;
}

/** A virtualized feed after the ARIA feed pattern. */
export function FeedRows({ label, rows, isBusy, isComplete, handle }: Props) {
  const list = useRef<HTMLDivElement>(null);
  const { id, saved } = useSavedFeed(label);
  const [focused, setFocused] = useState(saved?.focused ?? null);
  const keys = useMemo(() => rows.map(({ key }) => key), [rows]);
  // Server-rendered rows have no measured height, so they are laid out statically.
  const hydrating = useHydrating();
  const view = useFeedVirtualizer({ list, keys, focused, saved, hydrating });
  const { measureElement } = view;
  // A transition: the task that hydrates the page does not wait for heights.
  const measureLater = useCallback(
    (row: HTMLElement | null) => startTransition(() => measureElement(row)),
    [measureElement],
  );
  useFocusFallback(list);
  const scrollToAnchor = (anchor: ScrollAnchor) => {
    const top = resolveAnchorOffset(view, keys, anchor);
    if (top !== null) window.scrollTo({ top });
  };
  const { scrollMargin } = view.options;
  useSaveFeedOnLeave(id, () => ({
    anchor: readScrollAnchor(view),
    offset: view.scrollOffset ?? 0,
    margin: scrollMargin,
    heights: view.takeSnapshot(),
    focused,
  }));
  useRestoredFeed(saved, ({ anchor }) => {
    scrollToAnchor(anchor);
    findRow(list.current, focused)?.querySelector('article')?.focus({ preventScroll: true });
  });
  useImperativeHandle(handle, () => ({ readAnchor: () => readScrollAnchor(view), scrollToAnchor }));
  const total = isComplete ? rows.length : -1;
  return (
    <div
      className={hydrating ? 'feed unpositioned' : 'feed'}
      role="feed"
      aria-label={label}
      aria-busy={isBusy}
      ref={list}
      {...(!hydrating && { style: { height: view.getTotalSize() } })}
      onFocus={({ target }: FocusEvent<HTMLElement>) => setFocused(readRowKey(target))}
      onBlur={() => setFocused(null)}
      onKeyDown={handleFeedKeys}
    >
      {view.getVirtualItems().map(({ index, key, start }) => {
        const row = rows[index];
        return (
          row && (
            <div
              key={key}
              className="feed-row"
              data-index={index}
              data-key={row.key}
              ref={hydrating ? measureLater : measureElement}
              {...(!hydrating && { style: { top: start - scrollMargin } })}
            >
              <ExpiringCrud {...row.crud} position={index + 1} total={total} />
            </div>
          )
        );
      })}
    </div>
  );
}

function readRowKey(target: HTMLElement): string | null {
  return target.closest<HTMLElement>('.feed-row')?.dataset.key ?? null;
}

function findRow(list: HTMLElement | null, key: string | null): HTMLElement | null {
  return key === null ? null : (list?.querySelector<HTMLElement>(`[data-key="${CSS.escape(key)}"]`) ?? null);
}
