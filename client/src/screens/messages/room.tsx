import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { hasCode } from '../../api/api-error.ts';
import { useCall } from '../../api/api-react.tsx';
import { messagesQuery } from '../../api/queries.ts';
import { NotFoundState } from '../../components/blank-state.tsx';
import { MessageBubbles } from '../../components/message-bubbles.tsx';
import { MessageLog } from '../../components/message-log.tsx';
import { NearEnd } from '../../components/near-end.tsx';
import { PlainRoomHeader, RoomHeader } from '../../components/room-header.tsx';
import { QueryStates } from '../../feed/query-states.tsx';
import { usePendingBubbles, usePendingWays } from '../../feed/use-pending.ts';
import { useTitle } from '../../feed/use-title.ts';
import { useSession } from '../../identity/session-react.tsx';
import { useSayTyping } from '../../realtime/company-react.tsx';
import { bubblesOf } from './bubbles.ts';
import { Composer } from './composer.tsx';
import { useGone } from './use-gone.ts';
import { usePartnerState } from './use-partner-state.ts';
import { otherAuthor, useListed } from './use-partner.ts';
import { useReadMessages } from './use-read-messages.ts';
import { useSendMessage } from './use-send-message.ts';

/** What was said, newest at the foot, and the place to answer. */
export function Room({ group }: { group: string }) {
  const { person } = useSession();
  const query = useInfiniteQuery(messagesQuery(useCall(), group));
  const pages = query.data?.pages;
  const own = person?.cognito_id ?? '';
  const listed = useListed(group);
  const partner = listed ?? otherAuthor(pages ?? [], own);
  const isGone = useGone(partner);
  const { here, typing } = usePartnerState(group, partner?.handle);
  const sayTyping = useSayTyping(group);
  const read = listed?.read_uuid ?? null;
  const pending = usePendingBubbles(group, partner?.handle);
  const bubbles = useMemo(() => bubblesOf(pages ?? [], pending, { own, read }), [pages, pending, own, read]);
  const { retry, copy, discard } = usePendingWays();
  const send = useSendMessage(group, partner?.handle ?? null);
  useReadMessages(group, pages?.[0]?.items[0]);
  useTitle(partner ? `${partner.display_name} · Messages` : 'Messages');
  if (!pages)
    return (
      <>
        <PlainRoomHeader title={partner?.display_name ?? 'Conversation'} />
        <QueryStates
          query={query}
          failure={(error) =>
            hasCode(error, 'message_group_not_found') && (
              <NotFoundState title="There is no such conversation" />
            )
          }
        />
      </>
    );
  const name = partner?.display_name ?? '';
  const older = query.hasNextPage && (
    <NearEnd label="Show older" busy={query.isFetchingNextPage} onNear={() => void query.fetchNextPage()} />
  );
  return (
    <>
      {partner && <RoomHeader person={partner} here={here} />}
      <MessageLog name={name} typing={typing} older={older}>
        <MessageBubbles bubbles={bubbles} onRetry={retry} onCopy={copy} onDiscard={discard} />
      </MessageLog>
      {isGone ? (
        <p className="nobody">This account is gone. Nobody is left to write to.</p>
      ) : (
        <Composer
          key={person?.cognito_id}
          name={name}
          draft={`message:${group}`}
          send={send}
          onTyping={sayTyping}
        />
      )}
    </>
  );
}
