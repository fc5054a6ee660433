import { useInfiniteQuery } from '@tanstack/react-query';
import { ChevronRight, MessageSquareDashed } from 'lucide-react';
import { Link, useMatch, useNavigate } from 'react-router-dom';
import { useCall } from '../../api/api-react.tsx';
import { requestsQuery } from '../../cache/request-queries.ts';
import { MorePages } from '../../feed/load-more.tsx';
import { QueryStatus } from '../../feed/query-status.tsx';
import { PageHeader } from '../../frame/page-header.tsx';
import { usePressedLink } from '../../frame/use-pressed-link.ts';
import { ConversationRow } from '../../message/conversation-row.tsx';
import { ConversationListSkeleton } from '../../message/message-skeletons.tsx';
import { paths, routePatterns } from '../../paths.ts';
import { EmptyListState } from '../../ui/empty-state.tsx';
import { Icon } from '../../ui/icon.tsx';

/** The requests that wait for an answer, in place of the list of conversations. */
export function RequestList() {
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
export function useShowsRequests(): boolean {
  const { data } = useInfiniteQuery(requestsQuery(useCall()));
  const isOwnPage = useMatch(paths.requests) !== null;
  const open = useMatch(routePatterns.conversation)?.params.message_group_uuid;
  return isOwnPage || (data?.pages.some(({ items }) => items.some(({ uuid }) => uuid === open)) ?? false);
}

/** The way to the requests, above the conversations; nothing without one. Its number is no badge: requests are not announced. */
export function RequestsLink() {
  const { data } = useInfiniteQuery(requestsQuery(useCall()));
  const [first] = data?.pages ?? [];
  if (!first || first.items.length === 0) return null;
  const count = `${first.items.length}${first.next === null ? '' : '+'}`;
  return (
    <Link className="requests-link" to={paths.requests}>
      <Icon of={MessageSquareDashed} />
      <span>Requests</span>
      <span className="count">{count}</span>
      <Icon of={ChevronRight} size="small" />
    </Link>
  );
}
