import { useQueryClient } from '@tanstack/react-query';
import { useMachine } from '../../use-machine.ts';
import { useEffect, useMemo, type RefObject } from 'react';
import { fromPromise } from 'xstate';
import { hasErrorCode } from '../../api/api-error.ts';
import { useCall } from '../../api/api-react.tsx';
import { markMessagesRead } from '../../api/messages.ts';
import type { MessagesPage } from '../../api/pages.ts';
import { onMessagesRead } from '../../cache/mutation-updates.ts';
import { isStuck, type Bubble } from '../../message/message-groups.ts';
import { conversationMachine, type ConversationMessage } from '../../machines/conversation.machine.ts';

interface ConversationParts {
  /** Null before the first message: then there is none of the partner to mark as read. */
  group: string | null;
  /** The viewer's `sub`. */
  own: string;
  query: { data: { pages: MessagesPage[] } | undefined; error: unknown; refetch: () => unknown };
  /** The unread count of the list; undefined until the list is loaded. */
  unread: number | undefined;
  pending: readonly Bubble[];
  isPartnerDeleted: boolean;
  log: RefObject<HTMLDivElement | null>;
}

/** Runs the conversation machine: sends it messages, pending ones and visibility, and executes its actions. */
export function useConversation({
  group,
  own,
  query,
  unread,
  pending,
  isPartnerDeleted,
  log,
}: ConversationParts) {
  const call = useCall();
  const client = useQueryClient();
  const { data, error, refetch } = query;
  const machine = useMemo(
    () =>
      conversationMachine.provide({
        actors: {
          markRead: fromPromise<unknown, { uuid: string }>(async ({ input }) => {
            if (group === null) return;
            await markMessagesRead(call, group, input.uuid);
            onMessagesRead(client);
          }),
        },
        actions: {
          // The log has a reversed column: scroll position 0 is its newest end.
          scrollToEnd: () => log.current?.scrollTo({ top: 0 }),
          refetchMessages: () => void refetch(),
        },
      }),
    [call, client, group, log, refetch],
  );
  const [state, send] = useMachine(machine);
  const messages = useMemo(
    () => data?.pages.flatMap(({ items }) => items.map(toConversationMessage(own))),
    [data, own],
  );
  const isOpen = state.matches('open');
  useEffect(() => {
    if (messages && isOpen) send({ type: 'HEARD', messages });
    else if (messages && unread !== undefined) send({ type: 'OPENED', messages, unread });
    else if (error && !messages)
      send({ type: 'FAILED', missing: hasErrorCode(error, 'message_group_not_found') });
  }, [messages, isOpen, unread, error, send]);
  useEffect(() => {
    const stuck = pending.filter(isStuck).length;
    send({ type: 'OUTBOX', waiting: pending.length - stuck, stuck });
  }, [pending, isOpen, send]);
  useEffect(() => send({ type: 'PARTNER', gone: isPartnerDeleted }), [isPartnerDeleted, isOpen, send]);
  useEffect(() => {
    const sendVisibility = () => send({ type: document.visibilityState === 'visible' ? 'SHOWN' : 'HIDDEN' });
    sendVisibility();
    document.addEventListener('visibilitychange', sendVisibility);
    return () => document.removeEventListener('visibilitychange', sendVisibility);
  }, [isOpen, send]);
  return { state, send };
}

function toConversationMessage(own: string) {
  return ({ uuid, cognito_user_uuid, created_at }: MessagesPage['items'][number]): ConversationMessage => ({
    uuid,
    own: cognito_user_uuid === own,
    at: created_at,
  });
}
