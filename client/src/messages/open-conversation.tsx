import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { errorText, type DirectMessage } from '@cruddur/shared';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useCall } from '../base/http/page-services.ts';
import { messagesQuery } from './conversation-queries.ts';
import { queryKeys } from '../sync/cache/query-keys.ts';
import { MessageBubbles } from './message-bubbles.tsx';
import { MessageLog } from './message-log.tsx';
import {
  ConversationHeader,
  ConversationMenu,
  LoadingConversationHeader,
  PlainConversationHeader,
} from './conversation-header.tsx';
import { useCatchUp } from '../feed/use-catch-up.ts';
import { MorePages } from '../feed/load-more.tsx';
import { BlockNotice } from '../safety/block-notice.tsx';
import { reportMessage, reportPerson } from '../safety/report-request.ts';
import { ConfirmDialog } from '../base/ui/confirm-dialog.tsx';
import { useBlockOf } from '../safety/use-block.ts';
import { useUnsend, Composer, useSendMessage } from './composer.tsx';
import { useCopyLink } from '../cruds/share-link.ts';
import { usePendingActions } from '../cruds/pending-rows.ts';
import { useTitle } from '../sync/me/use-title.ts';
import { useSession } from '../base/session/session-react.tsx';
import { useSendPresence, useSendTyping } from '../sync/presence/use-presence.ts';
import { toBubbles, usePendingBubbles } from './bubbles.ts';
import { useRequestLimit } from './use-request.ts';
import {
  ClosedConversation,
  UnsentDraft,
  EmptyConversation,
  UnavailableRecipient,
  SentRequestNotice,
} from './conversation-states.tsx';
import { toLifetimeNotice, useLifetime } from './lifetime-notice.tsx';
import { useConversation, useUnexpiredPages, useUnloadedBubbles } from './use-conversation.ts';
import { useIsPartnerDeleted, usePartnerPresence, useListedConversation, usePartner } from './use-partner.ts';
import { personQuery } from '../people/users.ts';

interface Props {
  /** Null before the first message. */
  group: string | null;
  /** The handle of the other person while there is no group. */
  recipient: string;
  /** The viewer has started it, and the other person has not answered yet. */
  isRequest: boolean;
}

const NO_MESSAGES = { pages: [] };

/** One conversation, with state of its own. */
export function OpenConversation({ group, recipient, isRequest }: Props) {
  const { person: self } = useSession();
  const call = useCall();
  const isNew = group === null;
  const messages = useInfiniteQuery({ ...messagesQuery(call, group ?? ''), enabled: !isNew });
  const person = useQuery({ ...personQuery(call, recipient), enabled: isNew });
  const pages = messages.data?.pages;
  const { unexpired, expiredUntil } = useUnexpiredPages(pages);
  const { state: lifetime, change: changeLifetime } = useLifetime(group);
  const own = self?.cognito_id ?? '';
  const { listed, unread } = useListedConversation(group);
  const partner = usePartner(listed ?? person.data, { pages: pages ?? [], own });
  const isPartnerDeleted = useIsPartnerDeleted(partner);
  const { isPresent, typing } = usePartnerPresence(group ?? '', partner);
  const { hidden, blocked } = useBlockOf(partner?.cognito_user_uuid);
  useSendPresence(partner && !isPartnerDeleted && !hidden ? group : null, isRequest);
  const sendTyping = useSendTyping(group);
  const listedReadMark = listed?.read_uuid ?? null;
  const pending = usePendingBubbles(group, partner?.handle);
  const unloaded = useUnloadedBubbles(pending, pages !== undefined);
  const bubbles = useMemo(
    () => toBubbles(pages ?? [], unloaded, { viewerId: own, listedReadMark, expiredUntil }),
    [pages, unloaded, own, listedReadMark, expiredUntil],
  );
  const { retry, copy, discard } = usePendingActions();
  const [returned, setReturned] = useState<DirectMessage | null>(null);
  const [unwanted, setUnwanted] = useState<DirectMessage | null>(null);
  const unsend = useUnsend();
  const copyLink = useCopyLink();
  const sendMessage = useSendMessage(group, partner?.handle ?? null);
  const log = useRef<HTMLDivElement>(null);
  const undo = useCallback(
    (uuid: string) => {
      // The button is about to unmount and would lose focus.
      log.current?.focus({ preventScroll: true });
      void unsend(uuid);
    },
    [unsend],
  );
  const left = useRequestLimit(group, isRequest, bubbles);
  const isClosed = left === 0;
  const wasClosed = useRef(isClosed);
  useEffect(() => {
    // The field had the focus.
    if (isClosed && !wasClosed.current && document.activeElement === document.body)
      log.current?.focus({ preventScroll: true });
    wasClosed.current = isClosed;
  }, [isClosed]);
  const { state, send } = useConversation({
    group,
    own,
    query: isNew
      ? { ...person, data: person.data && NO_MESSAGES }
      : { data: unexpired, error: messages.error, refetch: messages.refetch },
    unread,
    pending,
    isPartnerDeleted,
    log,
  });
  const { missed } = useCatchUp(
    messages,
    queryKeys.messages(group ?? ''),
    state.matches({ open: { scroll: 'atEnd' } }),
  );
  const title = partner ? `${partner.display_name} · Messages` : 'Messages';
  useTitle(isNew ? `Message to @${recipient}` : title);
  const isSelf = self !== null && partner?.handle === self.handle;
  if (isNew && (isSelf || (person.isError && !person.data)))
    return <UnavailableRecipient handle={recipient} person={person} />;
  // A conversation that was just created is open before its messages are loaded.
  const hasFailed =
    state.matches('failed') || (state.matches('open') && !isNew && !pages && messages.isError);
  const closed = state.matches('missing') ? 'missing' : hasFailed ? 'failed' : 'opening';
  const isLoading = !state.matches('open') && closed === 'opening';
  const ended = state.hasTag('ended');
  // The same element while the messages are loading, after a failure and with them.
  const header = partner ? (
    <ConversationHeader
      person={partner}
      isPresent={isPresent}
      isDeleted={ended}
      lifetime={lifetime?.lifetime}
      end={
        <ConversationMenu
          handle={partner.handle}
          onCopyLink={copyLink}
          isBlocked={blocked}
          onReport={(choice) => reportPerson(partner, choice)}
          lifetime={hidden ? undefined : lifetime?.lifetime}
          onLifetime={changeLifetime}
        />
      }
    />
  ) : isLoading ? (
    <LoadingConversationHeader handle={isNew ? recipient : null} />
  ) : (
    <PlainConversationHeader title="Conversation" />
  );
  if (!state.matches('open') || hasFailed)
    return (
      <>
        {header}
        <ClosedConversation
          state={closed}
          error={messages.error}
          onRetry={() => (state.matches('open') ? void messages.refetch() : send({ type: 'RETRY' }))}
        />
      </>
    );
  const name = partner?.display_name ?? '';
  const { unseen, divider } = state.context;
  const jump = state.matches({ open: { scroll: 'above' } })
    ? { unseen, hasMore: missed > 0, onJump: () => send({ type: 'JUMP' }) }
    : undefined;
  const shown =
    lifetime &&
    toLifetimeNotice(lifetime, (by) => (by === self?.handle ? 'You' : (partner?.display_name ?? `@${by}`)));
  // Among messages that are not loaded it would be in the wrong place.
  const oldest = bubbles[0]?.message.created_at ?? '';
  const notice = shown && (!messages.hasNextPage || shown.at >= oldest) ? shown : null;
  const draft = `message:${group ?? `@${partner?.handle}`}`;
  return (
    <>
      {header}
      <MessageLog
        name={name}
        log={log}
        jump={jump}
        older={<MorePages paging={messages} label="Show older" />}
        typing={typing && !ended}
        onEndVisibility={(isVisible) => send({ type: isVisible ? 'AT_END' : 'ABOVE' })}
      >
        {bubbles.length === 0 && (
          <EmptyConversation closed={ended || hidden} lifetime={lifetime?.lifetime ?? 'off'} />
        )}
        <MessageBubbles
          bubbles={bubbles}
          firstNew={divider}
          notice={notice}
          onUndo={undo}
          onRetry={retry}
          onEdit={ended || hidden || isClosed ? undefined : setReturned}
          onCopy={copy}
          onDiscard={discard}
          onRemove={setUnwanted}
          onReport={reportMessage}
        />
      </MessageLog>
      <ConfirmDialog
        open={unwanted !== null}
        title="Remove this message?"
        confirm="Remove"
        onConfirm={() => {
          setUnwanted(null);
          if (unwanted) void unsend(unwanted.uuid);
        }}
        onClose={() => setUnwanted(null)}
      >
        <p>It disappears for both of you and leaves “Message removed”. This can’t be undone.</p>
      </ConfirmDialog>
      {ended ? (
        <UnsentDraft draft={draft} onCopy={copy}>
          <p>This account was deleted and can’t receive messages.</p>
        </UnsentDraft>
      ) : hidden && partner ? (
        <UnsentDraft draft={draft} onCopy={copy}>
          <BlockNotice person={partner} otherwise={errorText('message_not_allowed')} />
        </UnsentDraft>
      ) : (
        <>
          {left !== null && <SentRequestNotice handle={partner?.handle ?? ''} left={left} />}
          <Composer
            key={own}
            name={name}
            draft={draft}
            returned={returned}
            onReturned={discard}
            send={(composed) => {
              send({ type: 'WROTE' });
              return sendMessage(composed);
            }}
            onTyping={sendTyping}
            isClosed={isClosed}
            onCopy={copy}
          />
        </>
      )}
    </>
  );
}
