import type { MessageGroup } from '@cruddur/shared';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useMatch } from 'react-router-dom';
import { useCall } from '../../api/api-react.tsx';
import { conversationsQuery, personQuery } from '../../api/queries.ts';
import { EmptyState } from '../../components/blank-state.tsx';
import { ConversationRow } from '../../components/conversation-row.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { MorePages } from '../../feed/more-pages.tsx';
import { QueryStates } from '../../feed/query-states.tsx';
import { useSession } from '../../identity/session-react.tsx';
import { newConversationPath, patterns } from '../../paths.ts';
import { StartConversation } from './start-conversation.tsx';
import { usePartnerState } from './use-partner-state.ts';

/** All conversations, latest first; somebody who is about to be written to for the first time stands above them. */
export function ConversationList() {
  const query = useInfiniteQuery(conversationsQuery(useCall()));
  const groups = useMemo(() => query.data?.pages.flatMap((page) => page.items) ?? [], [query.data]);
  const active = useMatch(patterns.conversation)?.params.group;
  const wanted = useMatch(patterns.newConversation)?.params.handle;
  const isThere = groups.some(({ handle }) => handle === wanted?.toLowerCase());
  const isEmpty = query.data && groups.length === 0 && wanted === undefined;
  return (
    <>
      <PageHeader title="Messages" end={<StartConversation look="icon" />} />
      <QueryStates query={query} line="Your messages are safe. The list is not here yet." />
      {isEmpty && (
        <EmptyState line="Find somebody to write to. They need not write first.">
          <span className="only-narrow">
            <StartConversation look="button" />
          </span>
        </EmptyState>
      )}
      <ul>
        {wanted !== undefined && !isThere && <NewRow handle={wanted} />}
        {groups.map((group) => (
          <li key={group.uuid}>
            <LivingRow group={group} active={group.uuid === active} />
          </li>
        ))}
      </ul>
      <MorePages paging={query} />
    </>
  );
}

function LivingRow({ group, active }: { group: MessageGroup; active: boolean }) {
  return <ConversationRow {...{ group, active, ...usePartnerState(group.uuid, group.handle) }} />;
}

function NewRow({ handle }: { handle: string }) {
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
