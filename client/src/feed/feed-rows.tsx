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
import { useHydrating } from '../components/hydrating.ts';
import { walkFeed } from './feed-keys.ts';
import { offsetOf, placeIn, type FeedPlace } from './feed-place.ts';
import { LivingCrud, type FeedCrud } from './living-crud.tsx';
import { useFeedWindow } from './use-feed-window.ts';
import { useFocusHeir } from './use-focus-heir.ts';
import { useKeeping, useKeptFeed, useReturn } from './use-kept-feed.ts';

export interface FeedRow {
  key: string;
  crud: FeedCrud;
}

/** Where its reader is in a list, and the way back there. */
export interface FeedHandle {
  place: () => FeedPlace;
  goTo: (place: FeedPlace) => void;
}

interface Props {
  label: string;
  rows: readonly FeedRow[];
  isBusy: boolean;
  /** All of it is loaded. */
  isWhole: boolean;
  handle?: Ref<FeedHandle> | undefined;
}

/** A feed as the ARIA practices want it, of which only the rows around the screen are made. */
export function FeedRows({ label, rows, isBusy, isWhole, handle }: Props) {
  const list = useRef<HTMLDivElement>(null);
  const { id, kept } = useKeptFeed(label);
  const [focused, setFocused] = useState(kept?.focused ?? null);
  const keys = useMemo(() => rows.map(({ key }) => key), [rows]);
  // Nobody has measured what the server made: it flows like any other text.
  const hydrating = useHydrating();
  const view = useFeedWindow({ list, keys, focused, kept, hydrating });
  const { measureElement } = view;
  // Heights that nobody needs yet: the task that takes the page over does not wait for them.
  const measureLater = useCallback(
    (row: HTMLElement | null) => startTransition(() => measureElement(row)),
    [measureElement],
  );
  useFocusHeir(list);
  const goTo = (place: FeedPlace) => {
    const top = offsetOf(view, keys, place);
    if (top !== null) window.scrollTo({ top });
  };
  const { scrollMargin } = view.options;
  useKeeping(id, () => ({
    ...{ place: placeIn(view), offset: view.scrollOffset ?? 0, margin: scrollMargin },
    ...{ heights: view.takeSnapshot(), focused },
  }));
  useReturn(kept, ({ place }) => {
    goTo(place);
    rowOf(list.current, focused)?.querySelector('article')?.focus({ preventScroll: true });
  });
  useImperativeHandle(handle, () => ({ place: () => placeIn(view), goTo }));
  const total = isWhole ? rows.length : -1;
  return (
    <div
      className={hydrating ? 'feed flows' : 'feed'}
      role="feed"
      aria-label={label}
      aria-busy={isBusy}
      ref={list}
      {...(!hydrating && { style: { height: view.getTotalSize() } })}
      onFocus={({ target }: FocusEvent<HTMLElement>) => setFocused(keyAt(target))}
      onBlur={() => setFocused(null)}
      onKeyDown={walkFeed}
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
              <LivingCrud {...row.crud} place={index + 1} total={total} />
            </div>
          )
        );
      })}
    </div>
  );
}

function keyAt(target: HTMLElement): string | null {
  return target.closest<HTMLElement>('.feed-row')?.dataset.key ?? null;
}

function rowOf(list: HTMLElement | null, key: string | null): HTMLElement | null {
  return key === null ? null : (list?.querySelector<HTMLElement>(`[data-key="${CSS.escape(key)}"]`) ?? null);
}
