import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo, useRef } from 'react';
import { useCall } from '../../api/api-react.tsx';
import { messagesQuery } from '../../api/queries.ts';
import { MessageBubbles } from '../../components/message-bubbles.tsx';
import { MessageLog } from '../../components/message-log.tsx';
import { RoomHeader } from '../../components/room-header.tsx';
import { RoomMenu } from '../../components/room-menu.tsx';
import { MorePages } from '../../feed/more-pages.tsx';
import { useCopyLink } from '../../feed/use-copy-link.ts';
import { usePendingBubbles, usePendingWays } from '../../feed/use-pending.ts';
import { useTitle } from '../../feed/use-title.ts';
import { useSession } from '../../identity/session-react.tsx';
import { useSayHere, useSayTyping } from '../../realtime/company-react.tsx';
import { bubblesOf } from './bubbles.ts';
import { ClosedRoom } from './closed-room.tsx';
import { Composer } from './composer.tsx';
import { LastDraft } from './last-draft.tsx';
import { NothingSaid } from './nothing-said.tsx';
import { useConversation } from './use-conversation.ts';
import { useGone } from './use-gone.ts';
import { usePartnerState } from './use-partner-state.ts';
import { useListed, usePartner } from './use-partner.ts';
import { useSendMessage } from './use-send-message.ts';

/** What was said, newest at the foot, and the place to answer. */
export function Room({ group }: { group: string }) {
  const { person } = useSession();
  const query = useInfiniteQuery(messagesQuery(useCall(), group));
  const pages = query.data?.pages;
  const own = person?.cognito_id ?? '';
  const { listed, unread } = useListed(group);
  const partner = usePartner(listed, { pages: pages ?? [], own });
  const gone = useGone(partner);
  const { here, typing } = usePartnerState(group, partner?.handle);
  useSayHere(partner && !gone ? group : null);
  const sayTyping = useSayTyping(group);
  const read = listed?.read_uuid ?? null;
  const pending = usePendingBubbles(group, partner?.handle);
  const bubbles = useMemo(() => bubblesOf(pages ?? [], pending, { own, read }), [pages, pending, own, read]);
  const { retry, copy, discard } = usePendingWays();
  const copyLink = useCopyLink();
  const sendMessage = useSendMessage(group, partner?.handle ?? null);
  const log = useRef<HTMLDivElement>(null);
  const { state, send } = useConversation({ group, own, query, unread, pending, gone, log });
  useTitle(partner ? `${partner.display_name} · Messages` : 'Messages');
  if (!state.matches('open'))
    return (
      <ClosedRoom
        title={partner?.display_name ?? 'Conversation'}
        state={state.value === 'missing' || state.value === 'failed' ? state.value : 'opening'}
        error={query.error}
        onRetry={() => send({ type: 'RETRY' })}
      />
    );
  const name = partner?.display_name ?? '';
  const { unseen, line } = state.context;
  const jump = state.matches({ open: { place: 'above' } })
    ? { unseen, onJump: () => send({ type: 'JUMP' }) }
    : undefined;
  const ended = state.hasTag('ended');
  return (
    <>
      {partner && (
        <RoomHeader
          {...{ person: partner, here, gone: ended }}
          end={<RoomMenu handle={partner.handle} onCopyLink={copyLink} />}
        />
      )}
      <MessageLog
        {...{ name, log, jump }}
        older={<MorePages paging={query} label="Show older" />}
        typing={typing && !ended}
        onEnd={(isInSight) => send({ type: isInSight ? 'AT_END' : 'ABOVE' })}
      >
        {bubbles.length === 0 && <NothingSaid ended={ended} />}
        <MessageBubbles bubbles={bubbles} firstNew={line} onRetry={retry} onCopy={copy} onDiscard={discard} />
      </MessageLog>
      {ended ? (
        <LastDraft draft={`message:${group}`} onCopy={copy} />
      ) : (
        <Composer
          key={own}
          name={name}
          draft={`message:${group}`}
          send={(composed) => {
            send({ type: 'WROTE' });
            return sendMessage(composed);
          }}
          onTyping={sayTyping}
        />
      )}
    </>
  );
}
