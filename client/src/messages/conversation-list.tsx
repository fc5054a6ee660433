import type { MessageGroup } from '@cruddur/shared';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { memo, useMemo, useState, type MouseEvent } from 'react';
import { useMatch, Link, useNavigate } from 'react-router-dom';
import { useCall } from '../base/http/page-services.ts';
import { conversationsQuery } from './conversation-queries.ts';
import { EmptyListState } from '../base/ui/empty-state.tsx';
import { ConversationRow } from './conversation-row.tsx';
import { ConversationListSkeleton } from './message-skeletons.tsx';
import { PageHeader } from '../base/ui/page-header.tsx';
import { usePressedLink } from '../base/page/use-pressed-link.ts';
import { MorePages } from '../feed/load-more.tsx';
import { QueryStatus } from '../feed/query-status.tsx';
import { useSession } from '../base/session/session-react.tsx';
import { newConversationPath, routePatterns, paths } from '../base/paths.ts';
import { StartButton, StartDialog } from './start-conversation.tsx';
import { usePartnerPresence } from './use-partner.ts';
import { personQuery } from '../people/users.ts';
import { ChevronRight, MessageSquareDashed } from 'lucide-react';
import { requestsQuery } from './use-request.ts';
import { useKnownUnreadCounts } from '../sync/me/use-account.ts';
import { Badge, Icon } from '../base/ui/icon.tsx';

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
  const counts = useKnownUnreadCounts();
  const waiting = counts ? (counts.requests ?? 0) : undefined;
  const isEmpty = query.data && groups.length === 0 && newHandle === undefined && waiting === 0;
  return (
    <>
      <PageHeader title="Messages" end={<StartButton variant="icon" onPress={start} />} />
      <QueryStatus
        query={query}
        description="Your messages are safe. We couldn’t load the list."
        skeleton={<ConversationListSkeleton />}
      />
      <RequestsLink waiting={waiting ?? 0} />
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

/** The requests that wait for an answer, in place of the list of conversations. */
function RequestList() {
  const query = useInfiniteQuery(requestsQuery(useCall()));
  const requests = query.data?.pages.flatMap(({ items }) => items) ?? [];
  const [active, onPress] = usePressedLink(useMatch(routePatterns.conversation)?.params.message_group_uuid);
  const navigate = useNavigate();
  return (
    <>
      <PageHeader title="Requests" onBack={() => void navigate(paths.messages)} />
      <QueryStatus
        query={query}
        description="Your messages are safe. We couldn’t load the list."
        skeleton={<ConversationListSkeleton />}
      />
      {query.data && requests.length === 0 && (
        <EmptyListState description="Messages from people you don’t know wait here for your answer." />
      )}
      <ul aria-label="Requests">
        {requests.map((request) => (
          <li key={request.uuid}>
            <ConversationRow
              group={{ ...request, unread: 0 }}
              active={request.uuid === active}
              onClick={(event) => onPress(event, request.uuid)}
            />
          </li>
        ))}
      </ul>
      <MorePages paging={query} />
    </>
  );
}

/** Whether the list pane shows the requests: their own page, or one of them is open. */
function useShowsRequests(): boolean {
  const { data } = useInfiniteQuery(requestsQuery(useCall()));
  const isOwnPage = useMatch(paths.requests) !== null;
  const open = useMatch(routePatterns.conversation)?.params.message_group_uuid;
  return isOwnPage || (data?.pages.some(({ items }) => items.some(({ uuid }) => uuid === open)) ?? false);
}

/** The way to the requests, above the conversations; nothing without one. */
function RequestsLink({ waiting }: { waiting: number }) {
  if (waiting === 0) return null;
  return (
    <Link className="requests-link" to={paths.requests}>
      <Icon of={MessageSquareDashed} />
      <span>Requests</span>
      <Badge count={waiting} />
      <span className="vh">, {waiting} waiting</span>
      <Icon of={ChevronRight} size="small" />
    </Link>
  );
}
