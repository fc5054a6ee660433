import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo, useRef, useState } from 'react';
import { useCall } from '../../api/api-react.tsx';
import { homeQuery } from '../../api/queries.ts';
import { LiveSwitch } from '../../components/live-switch.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { CrudList } from '../../feed/crud-list.tsx';
import type { FeedHandle } from '../../feed/feed-rows.tsx';
import { HeldPill } from '../../feed/held-pill.tsx';
import { NothingYet } from '../../feed/nothing-yet.tsx';
import { QueryStates } from '../../feed/query-states.tsx';
import { useScrolledDown } from '../../feed/scrolled-down.ts';
import { useHeldBack } from '../../feed/use-held-back.ts';
import { usePendingCruds } from '../../feed/use-pending.ts';
import { useCaughtUp, useLive } from '../../realtime/live-react.tsx';

/** Everybody's cruds, newest first. What arrives while somebody reads further down waits in the header. */
export function HomeFeed() {
  const query = useInfiniteQuery(homeQuery(useCall()));
  const { status } = useLive();
  const lost = status === 'reconnecting' || status === 'refused' || status === 'polling';
  const isMissing = query.isError && !query.data;
  const caughtUp = useCaughtUp();
  const pending = usePendingCruds();
  const [paused, setPaused] = useState(false);
  const scrolled = useScrolledDown();
  const items = useMemo(() => query.data?.pages.flatMap((page) => page.items) ?? [], [query.data]);
  const list = useRef<FeedHandle>(null);
  const { shown, waiting, release } = useHeldBack(items, paused || scrolled);
  return (
    <>
      <PageHeader
        title="Home"
        pill={<HeldPill list={list} waiting={waiting} onShow={release} />}
        end={
          lost || isMissing ? undefined : (
            <LiveSwitch live={!paused} caughtUp={caughtUp} onToggle={() => setPaused(!paused)} />
          )
        }
      />
      <QueryStates query={query} />
      {(query.data ?? pending.length > 0) && (
        <CrudList
          label="Home"
          items={shown}
          pending={pending}
          paging={query}
          handle={list}
          empty={<NothingYet line="Say the first thing. It will not last." />}
        />
      )}
    </>
  );
}
