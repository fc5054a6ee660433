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
} from 'react';
import { useSession } from '../auth/session/session-react.tsx';
import { expiryTime, useExpiry } from '../clock/use-expiry.ts';
import { useComposeContext } from '../compose/compose-context.tsx';
import { reportCrud } from '../compose/report-request.ts';
import { CompactCrudCard } from '../crud/compact-crud-card.tsx';
import { FeedPosition, FeedTotal } from '../crud/crud-article.tsx';
import { CrudCard } from '../crud/crud-card.tsx';
import { MutedRow } from '../crud/muted-row.tsx';
import { ExpiredRow } from '../crud/expired-row.tsx';
import type { OutboxState } from '../crud/outbox-status.tsx';
import { handleFeedKeys, useFocusFallback } from './feed-focus.ts';
import { useRestoredFeed, useSavedFeed, useSaveFeedOnLeave } from './saved-feeds.ts';
import {
  BeforeRowsChange,
  readScrollAnchor,
  resolveAnchorOffset,
  type ScrollAnchor,
} from './scroll-anchor.ts';
import { useFeedVirtualizer } from './use-feed-virtualizer.ts';
import { useHydrating } from '../ssr/use-hydrating.ts';

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

/** A virtualized feed after the ARIA feed pattern. Its parents render with each event of the stream, its rows with theirs only. */
export const FeedRows = memo(function FeedRows({ label, rows, isBusy, isComplete, handle }: Props) {
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
}

/**
 * A crud that leaves the page in the second in which it expires. The Suspense boundary lets each crud of a server-rendered
 * page hydrate by itself, after its list.
 */
const ExpiringCrud = memo(function ExpiringCrud(props: FeedCrud) {
  return (
    <Suspense>
      <Crud {...props} />
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
