import type { Activity } from '@cruddur/shared';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo, useRef, useState } from 'react';
import { useCall } from '../base/http/page-services.ts';
import { queryKeys } from '../sync/cache/query-keys.ts';
import { PageHeader } from '../base/ui/page-header.tsx';
import { CrudList } from '../feed/crud-list.tsx';
import type { FeedHandle } from '../feed/feed-rows.tsx';
import { NewItemsPill, LiveSwitch } from '../feed/new-items-pill.tsx';
import { EmptyFeed, QueryStatus } from '../feed/query-status.tsx';
import { useScrolledDown } from '../feed/scroll-anchor.ts';
import { useCatchUp } from '../feed/use-catch-up.ts';
import { useNewItemsBuffer } from '../feed/new-items-buffer.ts';
import { useUnmuted } from '../safety/use-mutes.ts';
import { usePendingCruds } from '../cruds/pending-rows.ts';
import { usePublicSeq, useOutageNotice } from '../sync/realtime-react.tsx';
import { homeQuery } from '../feed/feed-queries.ts';

const NONE: readonly Activity[] = [];

/** All cruds, newest first. New ones of others wait behind the pill of the header, which does not show while they are paused. */
export function HomeFeed() {
  const query = useInfiniteQuery(homeQuery(useCall()));
  // The notice takes the place of the switch.
  const hasNotice = useOutageNotice() !== 'none';
  const isMissing = query.isError && !query.data;
  const pending = usePendingCruds();
  const [paused, setPaused] = useState(false);
  const items = useMemo(() => query.data?.pages.flatMap((page) => page.items) ?? [], [query.data]);
  const list = useRef<FeedHandle>(null);
  const { unmuted, areKnown } = useUnmuted(items);
  // A list that is full has no room for the crud that the reader has just posted.
  const isPosting = pending.some(({ outbox }) => outbox.kind === 'waiting');
  const isScrolledDown = useScrolledDown();
  const { missed, catchUp } = useCatchUp(query, queryKeys.home, isPosting && !isScrolledDown);
  const [isCatchingUp, setIsCatchingUp] = useState(false);
  if (isCatchingUp && missed === 0) setIsCatchingUp(false);
  const buffered = useNewItemsBuffer(unmuted, { isBuffering: !isCatchingUp });
  const showNewItems = () => {
    buffered.showNewItems();
    if (missed === 0) return;
    setIsCatchingUp(true);
    catchUp();
  };
  return (
    <>
      <PageHeader
        title="Home"
        pill={
          <NewItemsPill
            list={list}
            newItems={paused ? NONE : buffered.newItems}
            hasMore={!paused && missed > 0}
            onShow={showNewItems}
          />
        }
        end={
          hasNotice || isMissing ? undefined : (
            <HomeLiveSwitch live={!paused} onToggle={() => setPaused(!paused)} />
          )
        }
      />
      <QueryStatus query={query} isReady={areKnown} />
      {areKnown && (query.data ?? pending.length > 0) && (
        <CrudList
          label="Home"
          items={buffered.shown}
          pending={pending}
          paging={query}
          foldsRuns
          handle={list}
          empty={<EmptyFeed description="Say the first thing. It will not last." />}
        />
      )}
    </>
  );
}

function HomeLiveSwitch(props: { live: boolean; onToggle: () => void }) {
  const [isPointed, setIsPointed] = useState(false);
  const caughtUp = usePublicSeq(isPointed);
  return <LiveSwitch {...props} caughtUp={caughtUp} onPoint={setIsPointed} />;
}
