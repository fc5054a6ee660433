import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { useNavigate } from 'react-router-dom';
import { useCall } from '../../api/api-react.tsx';
import { useTitle } from '../../app/use-title.ts';
import { useSession } from '../../auth/session/session-react.tsx';
import { messagesQuery } from '../../cache/conversation-queries.ts';
import { requestsQuery } from '../../cache/request-queries.ts';
import { BlockNotice } from '../../compose/block-notice.tsx';
import { usePendingActions } from '../../compose/pending-rows.ts';
import { reportMessage, reportPerson } from '../../compose/report-request.ts';
import { useCopyLink } from '../../compose/share-link.ts';
import { useBlockOf } from '../../compose/use-block.ts';
import { MorePages } from '../../feed/load-more.tsx';
import {
  ConversationHeader,
  ConversationMenu,
  LoadingConversationHeader,
} from '../../message/conversation-header.tsx';
import { MessageBubbles } from '../../message/message-bubbles.tsx';
import { MessageLog } from '../../message/message-log.tsx';
import { RequestBar } from '../../message/request-bar.tsx';
import { paths } from '../../paths.ts';
import { ClosedConversation } from './conversation-states.tsx';
import { toBubbles } from './to-bubbles.ts';
import { usePartner } from './use-partner.ts';
import { useAnswerRequest } from './use-request.ts';
import { useUnexpiredPages } from './use-unexpired-pages.ts';

const ignore = () => undefined;

/** A request: its messages, without a composer and without anything that its sender could notice, and the answers to it. */
export function OpenRequest({ group }: { group: string }) {
  const call = useCall();
  const navigate = useNavigate();
  const { person: self } = useSession();
  const own = self?.cognito_id ?? '';
  const messages = useInfiniteQuery(messagesQuery(call, group));
  const requests = useInfiniteQuery(requestsQuery(call));
  const pages = messages.data?.pages;
  const { expiredUntil } = useUnexpiredPages(pages);
  const listed = requests.data?.pages.flatMap(({ items }) => items).find(({ uuid }) => uuid === group);
  const sender = usePartner(listed, { pages: pages ?? [], own });
  const { hidden, blocked } = useBlockOf(sender?.cognito_user_uuid);
  const bubbles = useMemo(
    () => toBubbles(pages ?? [], [], { viewerId: own, listedReadMark: null, expiredUntil }),
    [pages, own, expiredUntil],
  );
  const { isDeleted, bar } = useAnswerRequest(group);
  useEffect(() => {
    if (isDeleted) void navigate(paths.requests, { replace: true });
  }, [isDeleted, navigate]);
  const { copy } = usePendingActions();
  const copyLink = useCopyLink();
  useTitle(sender ? `${sender.display_name} · Requests` : 'Requests');
  if (!sender || !pages)
    return (
      <>
        <LoadingConversationHeader handle={sender?.handle ?? null} />
        <ClosedConversation
          state={messages.isError ? 'failed' : 'opening'}
          error={messages.error}
          onRetry={() => void messages.refetch()}
        />
      </>
    );
  return (
    <>
      <ConversationHeader
        person={sender}
        isPresent={false}
        listPath={paths.requests}
        end={
          <ConversationMenu
            handle={sender.handle}
            onCopyLink={copyLink}
            isBlocked={blocked}
            onReport={(choice) => reportPerson(sender, choice)}
            onLifetime={ignore}
          />
        }
      />
      <MessageLog
        name={sender.display_name}
        typing={false}
        older={<MorePages paging={messages} label="Show older" />}
      >
        <MessageBubbles
          bubbles={bubbles}
          onRetry={ignore}
          onEdit={ignore}
          onCopy={copy}
          onDiscard={ignore}
          onRemove={ignore}
          onReport={reportMessage}
        />
      </MessageLog>
      {hidden ? (
        <div className="unsent-draft">
          <BlockNotice person={sender} otherwise="You can’t answer this request" />
        </div>
      ) : (
        <RequestBar handle={sender.handle} {...bar} onReport={(choice) => reportPerson(sender, choice)} />
      )}
    </>
  );
}
