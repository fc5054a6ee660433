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
import { handleFeedKeys } from './feed-keys.ts';
import { resolveAnchorOffset, readScrollAnchor, type ScrollAnchor } from './scroll-anchor.ts';
import { ExpiringCrud, type FeedCrud } from './expiring-crud.tsx';
import { useFeedVirtualizer } from './use-feed-virtualizer.ts';
import { useFocusFallback } from './use-focus-fallback.ts';
import { useSaveFeedOnLeave, useSavedFeed, useRestoredFeed } from './use-saved-feed.ts';

export interface FeedRow {
  key: string;
  crud: FeedCrud;
}

/** Where its reader is in a list, and the way back there. */
export interface FeedHandle {
  readAnchor: () => ScrollAnchor;
  scrollToAnchor: (place: ScrollAnchor) => void;
}

interface Props {
  label: string;
  rows: readonly FeedRow[];
  isBusy: boolean;
  /** All of it is loaded. */
  isComplete: boolean;
  handle?: Ref<FeedHandle> | undefined;
}

/** A feed as the ARIA practices want it, of which only the rows around the screen are made. */
export function FeedRows({ label, rows, isBusy, isComplete, handle }: Props) {
  const list = useRef<HTMLDivElement>(null);
  const { id, saved } = useSavedFeed(label);
  const [focused, setFocused] = useState(saved?.focused ?? null);
  const keys = useMemo(() => rows.map(({ key }) => key), [rows]);
  // Nobody has measured what the server made: it flows like any other text.
  const hydrating = useHydrating();
  const view = useFeedVirtualizer({ list, keys, focused, saved, hydrating });
  const { measureElement } = view;
  // Heights that nobody needs yet: the task that takes the page over does not wait for them.
  const measureLater = useCallback(
    (row: HTMLElement | null) => startTransition(() => measureElement(row)),
    [measureElement],
  );
  useFocusFallback(list);
  const scrollToAnchor = (place: ScrollAnchor) => {
    const top = resolveAnchorOffset(view, keys, place);
    if (top !== null) window.scrollTo({ top });
  };
  const { scrollMargin } = view.options;
  useSaveFeedOnLeave(id, () => ({
    ...{ anchor: readScrollAnchor(view), offset: view.scrollOffset ?? 0, margin: scrollMargin },
    ...{ heights: view.takeSnapshot(), focused },
  }));
  useRestoredFeed(saved, ({ anchor }) => {
    scrollToAnchor(anchor);
    findRow(list.current, focused)?.querySelector('article')?.focus({ preventScroll: true });
  });
  useImperativeHandle(handle, () => ({ readAnchor: () => readScrollAnchor(view), scrollToAnchor }));
  const total = isComplete ? rows.length : -1;
  return (
    <div
      className={hydrating ? 'feed flows' : 'feed'}
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
              <ExpiringCrud {...row.crud} place={index + 1} total={total} />
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
