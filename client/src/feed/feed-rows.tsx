import type { Activity, ShortUser } from '@cruddur/shared';
import {
  type ComponentProps,
  type FocusEvent,
  memo,
  type ReactNode,
  type Ref,
  startTransition,
  Suspense,
  useCallback,
  useImperativeHandle,
  useMemo,
  useRef,
  useState,
  useEffect,
  type KeyboardEvent,
  type RefObject,
} from 'react';
import { useSession } from '../base/session/session-react.tsx';
import { expiryTime, useExpiry } from '../cruds/use-expiry.ts';
import { useComposeContext } from '../cruds/compose-context.tsx';
import { reportCrud } from '../safety/report-request.ts';
import { FeedPosition, FeedTotal, FoldedRow, MutedRow } from '../cruds/crud-article.tsx';
import { CrudCard, CompactCrudCard } from '../cruds/crud-card.tsx';
import { ExpiredRow } from '../cruds/expired-row.tsx';
import type { OutboxState } from '../cruds/outbox-status.tsx';
import {
  BeforeRowsChange,
  readScrollAnchor,
  resolveAnchorOffset,
  type ScrollAnchor,
} from './scroll-anchor.ts';
import {
  useFeedVirtualizer,
  useRestoredFeed,
  useSavedFeed,
  useSaveFeedOnLeave,
} from './use-feed-virtualizer.ts';
import { useHydrating } from '../base/hydration/use-hydrating.ts';
import { focusNeighbour } from './focused-crud.ts';

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
  /** The items that do not collapse, to restore them with the position. */
  revealed: ReadonlySet<string>;
  isBusy: boolean;
  /** All pages are loaded. */
  isComplete: boolean;
  handle?: Ref<FeedHandle> | undefined;
}

/** A virtualized feed after the ARIA feed pattern. Its parents render with each event of the stream, its rows with theirs only. */
export const FeedRows = memo(function FeedRows(props: Props) {
  const { label, rows, revealed, isBusy, isComplete, handle } = props;
  const list = useRef<HTMLDivElement>(null);
  const { id, saved } = useSavedFeed(label);
  const [focused, setFocused] = useState(saved?.focused ?? null);
  const keys = useMemo(() => rows.map(({ key }) => key), [rows]);
  // Server-rendered rows have no measured height, so they are laid out statically.
  const hydrating = useHydrating();
  const { view, onBeforeCommit } = useFeedVirtualizer({ list, keys, focused, saved, hydrating });
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
    revealed,
  }));
  useRestoredFeed(saved, ({ anchor }) => {
    scrollToAnchor(anchor);
    findRow(list.current, focused)?.querySelector('article')?.focus({ preventScroll: true });
  });
  useImperativeHandle(handle, () => ({ readAnchor: () => readScrollAnchor(view), scrollToAnchor }));
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
      <BeforeRowsChange keys={keys} onBeforeCommit={onBeforeCommit} />
      <FeedTotal value={isComplete ? rows.length : -1}>
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
                // Not `top`: rows that move are no layout shift, and the browser need not lay them out again.
                {...(!hydrating && { style: { translate: `0 ${start - scrollMargin}px` } })}
              >
                <FeedPosition value={index + 1}>
                  <ExpiringCrud {...row.crud} />
                </FeedPosition>
              </div>
            )
          );
        })}
      </FeedTotal>
    </div>
  );
});

function readRowKey(target: HTMLElement): string | null {
  return target.closest<HTMLElement>('.feed-row')?.dataset.key ?? null;
}

function findRow(list: HTMLElement | null, key: string | null): HTMLElement | null {
  return key === null ? null : (list?.querySelector<HTMLElement>(`[data-key="${CSS.escape(key)}"]`) ?? null);
}

export interface FeedCrud {
  activity: Activity;
  /** The note above the card. Must keep its identity: a new one renders the whole feed. */
  noteOf?: (activity: Activity) => ReactNode;
  outbox?: OutboxState;
  /** The person who liked or reposted it: shown as one line instead of a card. */
  actor?: ShortUser;
  /** It is collapsed, with the reason. */
  muted?: Omit<ComponentProps<typeof MutedRow>, 'activity'>;
  /** The row stands for it and the following cruds of its author. */
  folded?: Omit<ComponentProps<typeof FoldedRow>, 'activity'>;
}

/**
 * A crud that leaves the page in the second in which it expires. The Suspense boundary lets each crud of a server-rendered
 * page hydrate by itself, after its list.
 */
const ExpiringCrud = memo(function ExpiringCrud(props: FeedCrud) {
  return (
    <Suspense>
      {props.folded ? <FoldedRow activity={props.activity} {...props.folded} /> : <Crud {...props} />}
    </Suspense>
  );
});

function Crud(props: FeedCrud) {
  const { activity, noteOf, outbox, actor, muted } = props;
  const { handlers, confirmBurn } = useComposeContext();
  const { person } = useSession();
  const { ending, leave } = useExpiry(expiryTime(activity));
  if (ending === 'over') return null;
  if (ending === 'gone' || ending === 'closing')
    return <ExpiredRow closing={ending === 'closing'} onLeave={leave} />;
  if (muted) return <MutedRow activity={activity} {...muted} />;
  const note = noteOf?.(activity);
  const burning = ending === 'burning';
  const card = { activity, note, burning };
  if (actor) return <CompactCrudCard {...card} actor={actor} />;
  const own = person?.cognito_id === activity.cognito_user_uuid;
  // A refused or stale item offers Discard instead.
  const onBurn = own && (!outbox || outbox.kind === 'waiting') ? confirmBurn : undefined;
  const onReport = person && !own && !outbox ? reportCrud : undefined;
  const actions = { handlers, onBurn, onReport };
  return <CrudCard {...card} {...actions} {...(outbox && { outbox })} />;
}

const FOCUSABLE = 'a[href], button:not([disabled]), input, textarea, [tabindex="0"]';

/** The keys of the ARIA feed pattern: Page Up and Down move between cruds, Control with Home and End leave the feed. */
function handleFeedKeys(event: KeyboardEvent<HTMLElement>): void {
  if (moveFocus(event)) event.preventDefault();
}

function moveFocus({ key, ctrlKey, currentTarget }: KeyboardEvent<HTMLElement>): boolean {
  if (key === 'PageDown') return focusNeighbour(1);
  if (key === 'PageUp') return focusNeighbour(-1);
  if (ctrlKey && key === 'Home') return leaveFeed(currentTarget, Node.DOCUMENT_POSITION_PRECEDING);
  if (ctrlKey && key === 'End') return leaveFeed(currentTarget, Node.DOCUMENT_POSITION_FOLLOWING);
  return false;
}

function leaveFeed(feed: HTMLElement, side: number): boolean {
  const stops = [...document.querySelectorAll<HTMLElement>(FOCUSABLE)].filter(
    (stop) =>
      (feed.compareDocumentPosition(stop) & side) !== 0 && !feed.contains(stop) && stop.checkVisibility(),
  );
  const stop = side === Node.DOCUMENT_POSITION_PRECEDING ? stops.at(-1) : stops[0];
  stop?.focus();
  return stop !== undefined;
}

/**
 * When the focused crud leaves a list, moves focus to the next one, else to the screen: otherwise the body would get it, and the
 * next Tab would start at the top of the page.
 */
function useFocusFallback(list: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const feed = list.current;
    if (!feed) return;
    let focusedCard: Element | null = null;
    const rememberFocusedCard = ({ target }: Event) => {
      focusedCard = target instanceof Element ? target.closest('article') : null;
    };
    // The removal of a focused element fires no blur event.
    const observer = new MutationObserver((changes) => {
      const change = changes.find(({ removedNodes }) =>
        [...removedNodes].some((node) => focusedCard !== null && node.contains(focusedCard)),
      );
      if (!change || document.activeElement !== document.body) return;
      focusedCard = null;
      // Either the whole row was removed from the feed, or the card from its row.
      const removed = change.target === feed ? change : change.target;
      const nextCard =
        findCard(removed.nextSibling, 'nextSibling') ?? findCard(removed.previousSibling, 'previousSibling');
      (nextCard ?? findScreen())?.focus({ preventScroll: true });
    });
    feed.addEventListener('focusin', rememberFocusedCard);
    observer.observe(feed, { childList: true, subtree: true });
    return () => {
      feed.removeEventListener('focusin', rememberFocusedCard);
      observer.disconnect();
      // The last crud of a list unmounts the list.
      if (focusedCard && document.activeElement === document.body)
        findScreen()?.focus({ preventScroll: true });
    };
  }, [list]);
}

function findScreen(): HTMLElement | null {
  return document.getElementById('main');
}

function findCard(start: Node | null, direction: 'nextSibling' | 'previousSibling'): HTMLElement | null {
  for (let node = start; node; node = node[direction]) {
    const card = node instanceof Element ? node.querySelector('article') : null;
    if (card) return card;
  }
  return null;
}
