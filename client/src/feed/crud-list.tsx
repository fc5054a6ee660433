import type { Activity } from '@cruddur/shared';
import { useRef, type ReactNode } from 'react';
import { EmptyState } from '../components/blank-state.tsx';
import { NearEnd } from '../components/near-end.tsx';
import { LivingCrud } from './living-crud.tsx';
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
}

/** A list of cruds with its expiry, its end and its emptiness. */
export function CrudList<A extends Activity>({ label, items, paging, noteOf, keyOf, empty }: Props<A>) {
  const living = useLiving(items);
  if (living.length === 0 && !paging.hasNextPage) return empty ?? <EmptyState />;
  return (
    <>
      <Feed label={label} busy={paging.isFetchingNextPage}>
        {living.map((activity) => (
          <LivingCrud
            key={keyOf?.(activity) ?? activity.uuid}
            activity={activity}
            note={noteOf?.(activity)}
          />
        ))}
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
