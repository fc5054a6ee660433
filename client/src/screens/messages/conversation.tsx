import { useParams } from 'react-router-dom';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { DirectMessage } from '@cruddur/shared';
import { useMemo, useRef, useState } from 'react';
import { useCall } from '../../api/api-react.tsx';
import { messagesQuery } from '../../cache/queries.ts';
import { MessageBubbles } from '../../message/message-bubbles.tsx';
import { MessageLog } from '../../message/message-log.tsx';
import { ConversationHeader, ConversationMenu } from '../../message/conversation-header.tsx';
import { MorePages } from '../../feed/load-more.tsx';
import { useCopyLink } from '../../compose/share-link.ts';
import { usePendingBubbles, usePendingActions } from '../../compose/pending-rows.ts';
import { useTitle } from '../../app/use-title.ts';
import { useSession } from '../../auth/session/session-react.tsx';
import { useSendPresence, useSendTyping } from '../../realtime/presence/presence-react.tsx';
import { toBubbles } from './to-bubbles.ts';
import { ClosedConversation, UnsentDraft, EmptyConversation } from './conversation-states.tsx';
import { Composer, useSendMessage } from './composer.tsx';
import { useConversation } from './use-conversation.ts';
import { useIsPartnerDeleted, usePartnerPresence, useListedConversation, usePartner } from './use-partner.ts';

/** `/messages/uuid`: one conversation, with state of its own. */
export function Conversation() {
  const { message_group_uuid: group = '' } = useParams();
  return <OpenConversation key={group} group={group} />;
}

function OpenConversation({ group }: { group: string }) {
  const { person } = useSession();
  const query = useInfiniteQuery(messagesQuery(useCall(), group));
  const pages = query.data?.pages;
  const own = person?.cognito_id ?? '';
  const { listed, unread } = useListedConversation(group);
  const partner = usePartner(listed, { pages: pages ?? [], own });
  const isPartnerDeleted = useIsPartnerDeleted(partner);
  const { isPresent, typing } = usePartnerPresence(group, partner?.handle);
  useSendPresence(partner && !isPartnerDeleted ? group : null);
  const sendTyping = useSendTyping(group);
  const listedReadMark = listed?.read_uuid ?? null;
  const pending = usePendingBubbles(group, partner?.handle);
  const bubbles = useMemo(
    () => toBubbles(pages ?? [], pending, { viewerId: own, listedReadMark }),
    [pages, pending, own, listedReadMark],
  );
  const { retry, copy, discard } = usePendingActions();
  const [returned, setReturned] = useState<DirectMessage | null>(null);
  const copyLink = useCopyLink();
  const sendMessage = useSendMessage(group, partner?.handle ?? null);
  const log = useRef<HTMLDivElement>(null);
  const { state, send } = useConversation({
    group,
    own,
    query,
    unread,
    pending,
    isPartnerDeleted,
    log,
  });
  useTitle(partner ? `${partner.display_name} · Messages` : 'Messages');
  if (!state.matches('open'))
    return (
      <ClosedConversation
        title={partner?.display_name ?? 'Conversation'}
        state={state.value === 'missing' || state.value === 'failed' ? state.value : 'opening'}
        error={query.error}
        onRetry={() => send({ type: 'RETRY' })}
      />
    );
  const name = partner?.display_name ?? '';
  const { unseen, divider } = state.context;
  const jump = state.matches({ open: { place: 'above' } })
    ? { unseen, onJump: () => send({ type: 'JUMP' }) }
    : undefined;
  const ended = state.hasTag('ended');
  return (
    <>
      {partner && (
        <ConversationHeader
          person={partner}
          isPresent={isPresent}
          isDeleted={ended}
          end={<ConversationMenu handle={partner.handle} onCopyLink={copyLink} />}
        />
      )}
      <MessageLog
        name={name}
        log={log}
        jump={jump}
        older={<MorePages paging={query} label="Show older" />}
        typing={typing && !ended}
        onEndVisibility={(isVisible) => send({ type: isVisible ? 'AT_END' : 'ABOVE' })}
      >
        {bubbles.length === 0 && <EmptyConversation ended={ended} />}
        <MessageBubbles
          bubbles={bubbles}
          firstNew={divider}
          onRetry={retry}
          onEdit={setReturned}
          onCopy={copy}
          onDiscard={discard}
        />
      </MessageLog>
      {ended ? (
        <UnsentDraft draft={`message:${group}`} onCopy={copy} />
      ) : (
        <Composer
          key={own}
          name={name}
          draft={`message:${group}`}
          returned={returned}
          onReturned={discard}
          send={(composed) => {
            send({ type: 'WROTE' });
            return sendMessage(composed);
          }}
          onTyping={sendTyping}
        />
      )}
    </>
  );
}
