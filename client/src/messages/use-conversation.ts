import { useQueryClient } from '@tanstack/react-query';
import { useMachine } from '../base/machines/use-machine.ts';
import { useEffect, useMemo, type RefObject, useState } from 'react';
import { fromPromise } from 'xstate';
import { hasErrorCode } from '../base/http/api-error.ts';
import { useCall } from '../base/http/page-services.ts';
import { markMessagesRead } from './messages.ts';
import type { MessagesPage } from '../base/http/pages.ts';
import { onMessagesRead } from '../sync/cache/mutation-updates.ts';
import { isStuck, type Bubble } from './message-groups.ts';
import { conversationMachine, type ConversationMessage } from './conversation.machine.ts';
import { isExpired } from '@cruddur/shared';
import { filterItems, withItems } from '../sync/cache/cache-reducer.ts';
import { useLastPassed } from '../base/clock/clock-react.tsx';

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

const NO_PAGES: readonly MessagesPage[] = [];

/**
 * The pages without the messages that have disappeared, to the millisecond, and until when messages have: epoch milliseconds by the
 * server's clock.
 */
export function useUnexpiredPages(pages: MessagesPage[] | undefined): {
  unexpired: { pages: MessagesPage[] } | undefined;
  expiredUntil: number;
} {
  const ends = useMemo(() => listEnds(pages ?? NO_PAGES), [pages]);
  const expiredUntil = useLastPassed(ends);
  const unexpired = useMemo(
    () => pages && { pages: pages.map((page) => withoutExpired(page, expiredUntil)) },
    [pages, expiredUntil],
  );
  return { unexpired, expiredUntil };
}

function withoutExpired(page: MessagesPage, until: number): MessagesPage {
  return withItems(
    page,
    filterItems(page.items, ({ expires_at }) => !isExpired(expires_at, until)),
  );
}

function listEnds(pages: readonly MessagesPage[]): number[] {
  const ends = pages.flatMap(({ items }) =>
    items.flatMap(({ expires_at }) => (expires_at === undefined ? [] : Date.parse(expires_at))),
  );
  return [...new Set(ends)].sort((one, other) => one - other);
}

const NONE: readonly Bubble[] = [];

/**
 * The pending messages, and those that the server accepted before the messages of the conversation are loaded: the first ones have
 * just created it.
 */
export function useUnloadedBubbles(pending: readonly Bubble[], isLoaded: boolean): readonly Bubble[] {
  const [last, setLast] = useState({ pending, accepted: NONE });
  if (last.pending !== pending) {
    const ids = new Set(pending.map(({ message }) => message.uuid));
    const accepted = last.pending.filter((bubble) => !isStuck(bubble) && !ids.has(bubble.message.uuid));
    setLast({ pending, accepted: isLoaded ? NONE : [...last.accepted, ...accepted] });
  }
  const { accepted } = last;
  return useMemo(() => (isLoaded ? pending : [...accepted, ...pending]), [isLoaded, accepted, pending]);
}
