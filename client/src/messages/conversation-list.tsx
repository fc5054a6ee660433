import type { MessageGroup } from '@cruddur/shared';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { memo, useMemo, useState, type MouseEvent } from 'react';
import { useMatch } from 'react-router-dom';
import { useCall } from '../../api/api-react.tsx';
import { conversationsQuery } from '../../cache/conversation-queries.ts';
import { personQuery } from '../../cache/queries.ts';
import { EmptyListState } from '../../ui/empty-state.tsx';
import { ConversationRow } from '../../message/conversation-row.tsx';
import { ConversationListSkeleton } from '../../message/message-skeletons.tsx';
import { PageHeader } from '../../frame/page-header.tsx';
import { usePressedLink } from '../../frame/use-pressed-link.ts';
import { MorePages } from '../../feed/load-more.tsx';
import { QueryStatus } from '../../feed/query-status.tsx';
import { useSession } from '../../auth/session/session-react.tsx';
import { newConversationPath, routePatterns } from '../../paths.ts';
import { RequestList, RequestsLink, useShowsRequests } from './request-list.tsx';
import { StartButton, StartDialog } from './start-conversation.tsx';
import { usePartnerPresence } from './use-partner.ts';

/** The left pane: the conversations, or the requests while one of them is open. */
export function ConversationList() {
  return useShowsRequests() ? <RequestList /> : <OpenConversations />;
}

/** All conversations, latest first. The recipient of a new one stands above them, and the way to the requests. */
function OpenConversations() {
  const query = useInfiniteQuery(conversationsQuery(useCall()));
  const groups = useMemo(() => query.data?.pages.flatMap((page) => page.items) ?? [], [query.data]);
  const active = useMatch(routePatterns.conversation)?.params.message_group_uuid;
  const newHandle = useMatch(routePatterns.newConversation)?.params.handle;
  const isListed = groups.some(({ handle }) => handle === newHandle?.toLowerCase());
  const [isStarting, setStarting] = useState(false);
  const start = () => setStarting(true);
  const isEmpty = query.data && groups.length === 0 && newHandle === undefined;
  return (
    <>
      <PageHeader title="Messages" end={<StartButton variant="icon" onPress={start} />} />
      <QueryStatus
        query={query}
        description="Your messages are safe. We couldn’t load the list."
        skeleton={<ConversationListSkeleton />}
      />
      <RequestsLink />
      {isEmpty && (
        <EmptyListState description="Find someone to message. You can write first.">
          <StartButton variant="button" onPress={start} />
        </EmptyListState>
      )}
      <ul>
        <ConversationRows groups={groups} active={active} newHandle={isListed ? undefined : newHandle} />
      </ul>
      <MorePages paging={query} />
      {!isEmpty && <StartButton variant="floating" onPress={start} />}
      <StartDialog open={isStarting} onClose={() => setStarting(false)} />
    </>
  );
}

type RowsProps = {
  groups: readonly MessageGroup[];
  active: string | undefined;
  /** The recipient of a new conversation. */
  newHandle: string | undefined;
};

function ConversationRows({ groups, active, newHandle }: RowsProps) {
  const [shown, onPress] = usePressedLink(active);
  return (
    <>
      {newHandle !== undefined && <NewConversationRow handle={newHandle} active={shown === undefined} />}
      {groups.map((group) => (
        <LiveConversationRow key={group.uuid} group={group} active={group.uuid === shown} onPress={onPress} />
      ))}
    </>
  );
}

type LiveRowProps = {
  group: MessageGroup;
  active: boolean;
  onPress: (event: MouseEvent, group: string) => void;
};

/** Memoized, because a press must show itself before a long list is rendered again. */
const LiveConversationRow = memo(function LiveConversationRow({ group, active, onPress }: LiveRowProps) {
  const presence = usePartnerPresence(group.uuid, group);
  return (
    <li>
      <ConversationRow
        group={group}
        active={active}
        onClick={(event) => onPress(event, group.uuid)}
        {...presence}
      />
    </li>
  );
});

function NewConversationRow({ handle, active }: { handle: string; active: boolean }) {
  const { person: self } = useSession();
  const { data: person } = useQuery(personQuery(useCall(), handle));
  if (!person || person.handle === self?.handle) return null;
  const empty = { uuid: '', message: '', created_at: '', own: false, unread: 0, read_uuid: null };
  return (
    <li>
      <ConversationRow
        group={{ ...person, ...empty }}
        to={newConversationPath(person.handle)}
        active={active}
      />
    </li>
  );
}
