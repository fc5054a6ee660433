import type { Activity } from '@cruddur/shared';
import { useMemo, useRef, type ReactNode } from 'react';
import { EmptyState } from '../components/blank-state.tsx';
import { NearEnd } from '../components/near-end.tsx';
import { LivingCrud } from './living-crud.tsx';
import type { PendingCrud } from './pending-rows.ts';
import { useFocusHeir } from './use-focus-heir.ts';
import { useLiving } from './use-living.ts';

/** What a list must know of its query to show more of it. */
export interface Paging {
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  fetchNextPage: () => unknown;
}

interface Props<A extends Activity> {
  /** For ears: what this list is. */
  label: string;
  items: readonly A[];
  paging: Paging;
  noteOf?: (activity: A) => ReactNode;
  keyOf?: (activity: A) => string;
  empty?: ReactNode;
  /** What goes on top before the server has it. */
  pending?: readonly PendingCrud[];
}

const NONE: readonly PendingCrud[] = [];

/** A list of cruds with its expiry, its end and its emptiness. */
export function CrudList<A extends Activity>(props: Props<A>) {
  const { label, items, paging, noteOf, keyOf, empty, pending = NONE } = props;
  const living = useLiving(items);
  // Pending row and crud are one and the same: whichever is told of first, it is there once.
  const lit = useMemo(() => new Set(items.map(({ uuid }) => uuid)), [items]);
  const waiting = pending.filter(({ activity }) => !lit.has(activity.uuid));
  if (living.length + waiting.length === 0 && !paging.hasNextPage) return empty ?? <EmptyState />;
  const rows = [
    ...waiting.map(({ activity, outbox }) => (
      <LivingCrud key={activity.uuid} activity={activity} outbox={outbox} />
    )),
    ...living.map((activity) => (
      <LivingCrud key={keyOf?.(activity) ?? activity.uuid} activity={activity} note={noteOf?.(activity)} />
    )),
  ];
  return (
    <>
      <Feed label={label} busy={paging.isFetchingNextPage}>
        {rows}
      </Feed>
      {paging.hasNextPage && (
        <NearEnd busy={paging.isFetchingNextPage} onNear={() => void paging.fetchNextPage()} />
      )}
    </>
  );
}

function Feed({ label, busy, children }: { label: string; busy: boolean; children: ReactNode }) {
  const list = useRef<HTMLDivElement>(null);
  useFocusHeir(list);
  return (
    <div role="feed" aria-label={label} aria-busy={busy} ref={list}>
      {children}
    </div>
  );
}
