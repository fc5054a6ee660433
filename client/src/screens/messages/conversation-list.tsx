import type { MessageGroup } from '@cruddur/shared';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useMatch } from 'react-router-dom';
import { useCall } from '../../api/api-react.tsx';
import { conversationsQuery } from '../../cache/conversation-queries.ts';
import { personQuery } from '../../cache/queries.ts';
import { EmptyListState } from '../../ui/empty-state.tsx';
import { ConversationRow } from '../../message/conversation-row.tsx';
import { ConversationListSkeleton } from '../../message/message-skeletons.tsx';
import { PageHeader } from '../../frame/page-header.tsx';
import { MorePages } from '../../feed/load-more.tsx';
import { QueryStatus } from '../../feed/query-status.tsx';
import { useSession } from '../../auth/session/session-react.tsx';
import { newConversationPath, routePatterns } from '../../paths.ts';
import { RequestList, RequestsLink, useShowsRequests } from './request-list.tsx';
import { StartConversation } from './start-conversation.tsx';
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
  const isEmpty = query.data && groups.length === 0 && newHandle === undefined;
  return (
    <>
      <PageHeader title="Messages" end={<StartConversation variant="icon" />} />
      <QueryStatus
        query={query}
        description="Your messages are safe. We couldn’t load the list."
        skeleton={<ConversationListSkeleton />}
      />
      <RequestsLink />
      {isEmpty && (
        <EmptyListState description="Find someone to message. You can write first.">
          <StartConversation variant="button" />
        </EmptyListState>
      )}
      <ul>
        {newHandle !== undefined && !isListed && <NewConversationRow handle={newHandle} />}
        {groups.map((group) => (
          <li key={group.uuid}>
            <LiveConversationRow group={group} active={group.uuid === active} />
          </li>
        ))}
      </ul>
      <MorePages paging={query} />
      {!isEmpty && <StartConversation variant="floating" />}
    </>
  );
}

function LiveConversationRow({ group, active }: { group: MessageGroup; active: boolean }) {
  const presence = usePartnerPresence(group.uuid, group);
  return <ConversationRow group={group} active={active} {...presence} />;
}

function NewConversationRow({ handle }: { handle: string }) {
  const { person: self } = useSession();
  const { data: person } = useQuery(personQuery(useCall(), handle));
  if (!person || person.handle === self?.handle) return null;
  const empty = { uuid: '', message: '', created_at: '', own: false, unread: 0, read_uuid: null };
  return (
    <li>
      <ConversationRow group={{ ...person, ...empty }} to={newConversationPath(person.handle)} active />
    </li>
  );
}
