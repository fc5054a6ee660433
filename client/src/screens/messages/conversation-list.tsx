import type { MessageGroup } from '@cruddur/shared';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useMatch } from 'react-router-dom';
import { useCall } from '../../api/api-react.tsx';
import { conversationsQuery, personQuery } from '../../cache/queries.ts';
import { EmptyListState } from '../../ui/empty-state.tsx';
import { ConversationRow } from '../../message/conversation-row.tsx';
import { PageHeader } from '../../frame/page-header.tsx';
import { MorePages } from '../../feed/more-pages.tsx';
import { QueryStatus } from '../../feed/query-status.tsx';
import { useSession } from '../../auth/session/session-react.tsx';
import { newConversationPath, routePatterns } from '../../paths.ts';
import { StartConversation } from './start-conversation.tsx';
import { usePartnerPresence } from './use-partner.ts';

/** All conversations, latest first; somebody who is about to be written to for the first time stands above them. */
export function ConversationList() {
  const query = useInfiniteQuery(conversationsQuery(useCall()));
  const groups = useMemo(() => query.data?.pages.flatMap((page) => page.items) ?? [], [query.data]);
  const active = useMatch(routePatterns.conversation)?.params.message_group_uuid;
  const wanted = useMatch(routePatterns.newConversation)?.params.handle;
  const isThere = groups.some(({ handle }) => handle === wanted?.toLowerCase());
  const isEmpty = query.data && groups.length === 0 && wanted === undefined;
  return (
    <>
      <PageHeader title="Messages" end={<StartConversation variant="icon" />} />
      <QueryStatus query={query} line="Your messages are safe. The list is not here yet." />
      {isEmpty && (
        <EmptyListState line="Find somebody to write to. They need not write first.">
          <span className="only-narrow">
            <StartConversation variant="button" />
          </span>
        </EmptyListState>
      )}
      <ul>
        {wanted !== undefined && !isThere && <NewConversationRow handle={wanted} />}
        {groups.map((group) => (
          <li key={group.uuid}>
            <LiveConversationRow group={group} active={group.uuid === active} />
          </li>
        ))}
      </ul>
      <MorePages paging={query} />
    </>
  );
}

function LiveConversationRow({ group, active }: { group: MessageGroup; active: boolean }) {
  return <ConversationRow {...{ group, active, ...usePartnerPresence(group.uuid, group.handle) }} />;
}

function NewConversationRow({ handle }: { handle: string }) {
  const { person: self } = useSession();
  const { data: person } = useQuery(personQuery(useCall(), handle));
  if (!person || person.handle === self?.handle) return null;
  const nothing = { message: '', created_at: '', own: false, unread: 0, read_uuid: null };
  return (
    <li>
      <ConversationRow
        group={{ ...person, uuid: '', ...nothing }}
        to={newConversationPath(person.handle)}
        active
      />
    </li>
  );
}
