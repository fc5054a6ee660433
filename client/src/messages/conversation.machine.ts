import { and, assign, fromPromise, not, setup, stateIn } from 'xstate';

/** A message as the machine knows it. */
export interface ConversationMessage {
  uuid: string;
  own: boolean;
  /** ISO time. */
  at: string;
}

type Context = {
  /** The loaded messages, newest first. */
  messages: readonly ConversationMessage[];
  /** The partner's last message that was marked as read at the server. */
  lastMarkedRead: ConversationMessage | null;
  /** The message above which the divider "New messages" is shown. */
  divider: string | null;
  /** The divider's position, counted in the partner's messages, while that message is not loaded; 0 otherwise. */
  dividerDue: number;
  /** The number of the partner's messages that arrived while the end of the conversation was out of view. */
  unseen: number;
};

export type ConversationEvent =
  /** The first messages are loaded. */
  | { type: 'OPENED'; messages: readonly ConversationMessage[]; unread: number }
  | { type: 'FAILED'; missing: boolean }
  | { type: 'RETRY' }
  /** The loaded messages changed: some arrived, were deleted, or older ones were fetched. */
  | { type: 'HEARD'; messages: readonly ConversationMessage[] }
  | { type: 'AT_END' }
  | { type: 'ABOVE' }
  | { type: 'SHOWN' }
  | { type: 'HIDDEN' }
  /** Scroll to the newest message. */
  | { type: 'JUMP' }
  /** The user has sent a message. */
  | { type: 'WROTE' }
  /** The user's messages that the server does not have yet. */
  | { type: 'OUTBOX'; waiting: number; stuck: number }
  | { type: 'PARTNER'; gone: boolean };

/**
 * A conversation on screen: loading, scroll position, unseen messages and read state. Messages count as read only when the
 * page is visible and scrolled to the end.
 */
export const conversationMachine = setup({
  types: {
    context: {} as Context,
    events: {} as ConversationEvent,
    tags: {} as 'loading' | 'ended',
  },
  actors: {
    /** Marks the conversation as read at the server, up to a message. */
    markRead: fromPromise<unknown, { uuid: string }>(() =>
      Promise.reject(new Error('no markRead actor was provided')),
    ),
  },
  actions: {
    openMessages: assign(({ event }) => {
      if (event.type !== 'OPENED') return {};
      const { messages, unread } = event;
      return { messages, unseen: unread, ...findDivider(messages, unread) };
    }),
    updateMessages: assign(({ context, event }) =>
      event.type === 'HEARD' ? applyMessages(context, event.messages) : {},
    ),
    /** Unseen messages start a new divider, unless there are unseen ones below one already. */
    countUnseen: assign(({ context, event }) => {
      if (event.type !== 'HEARD') return {};
      const arrived = findArrivals(context, event.messages).filter(({ own }) => !own);
      const first = arrived.at(-1);
      if (!first) return {};
      return {
        unseen: context.unseen + arrived.length,
        ...(context.unseen === 0 && { divider: first.uuid }),
      };
    }),
    forgetUnseen: assign({ unseen: 0 }),
    recordMarkedRead: assign({ lastMarkedRead: ({ context }) => latestFromPartner(context) }),
    forgetMarkedRead: assign({ lastMarkedRead: null }),
    /** Sending a message implies that the ones above were seen. */
    removeDivider: assign({ divider: null, dividerDue: 0, unseen: 0 }),
    /** Scrolls to the newest message. */
    scrollToEnd: () => undefined,
    refetchMessages: () => undefined,
  },
  guards: {
    isMissing: (_, { missing }: { missing: boolean }) => missing,
    isGone: (_, { gone }: { gone: boolean }) => gone,
    isInSight: and([stateIn({ open: { scroll: 'atEnd' } }), stateIn({ open: { page: 'shown' } })]),
    isEmpty: ({ context }) => context.messages.length === 0,
    owesReading: ({ context }) => {
      const latest = latestFromPartner(context);
      const marked = context.lastMarkedRead;
      // Once the marked message has disappeared, the latest one is an earlier one, which is read already.
      return latest !== null && (!marked || (latest.uuid !== marked.uuid && latest.at >= marked.at));
    },
    hasOwn: ({ context, event }) =>
      event.type === 'HEARD' && findArrivals(context, event.messages).some(({ own }) => own),
    isSending: (_, { waiting }: { waiting: number; stuck: number }) => waiting > 0,
    isStuck: (_, { stuck }: { waiting: number; stuck: number }) => stuck > 0,
  },
}).createMachine({
  id: 'conversation',
  context: { messages: [], lastMarkedRead: null, divider: null, dividerDue: 0, unseen: 0 },
  initial: 'opening',
  on: { OPENED: { target: '.open', actions: 'openMessages' } },
  states: {
    opening: {
      tags: 'loading',
      on: {
        FAILED: [
          { guard: { type: 'isMissing', params: ({ event }) => event }, target: 'missing' },
          { target: 'failed' },
        ],
      },
    },
    failed: { on: { RETRY: { target: 'opening', actions: 'refetchMessages' } } },
    missing: {},
    open: {
      type: 'parallel',
      on: { OPENED: {} },
      states: {
        content: {
          initial: 'talk',
          states: {
            empty: { always: { guard: not('isEmpty'), target: 'talk' } },
            talk: { always: { guard: 'isEmpty', target: 'empty' } },
          },
          on: {
            HEARD: [
              { guard: 'hasOwn', actions: ['removeDivider', 'updateMessages'] },
              { guard: 'isInSight', actions: 'updateMessages' },
              { actions: ['countUnseen', 'updateMessages'] },
            ],
          },
        },
        scroll: {
          initial: 'unknown',
          states: {
            /** Before the first paint. */
            unknown: {},
            atEnd: {},
            above: { on: { JUMP: { actions: 'scrollToEnd' } } },
          },
          on: { AT_END: '.atEnd', ABOVE: '.above', WROTE: { actions: ['removeDivider', 'scrollToEnd'] } },
        },
        page: {
          initial: 'shown',
          states: { shown: { on: { HIDDEN: 'hidden' } }, hidden: { on: { SHOWN: 'shown' } } },
        },
        reading: {
          initial: 'level',
          states: {
            level: { always: { guard: and(['isInSight', 'owesReading']), target: 'telling' } },
            telling: {
              entry: ['recordMarkedRead', 'forgetUnseen'],
              invoke: {
                src: 'markRead',
                input: ({ context }) => ({ uuid: context.lastMarkedRead?.uuid ?? '' }),
                onDone: 'level',
                onError: { target: 'owing', actions: 'forgetMarkedRead' },
              },
            },
            /** The request failed: it is retried when the end is seen again or a message arrives. */
            owing: { on: { SHOWN: 'level', AT_END: 'level', HEARD: 'level' } },
          },
        },
        outbox: {
          initial: 'quiet',
          states: { quiet: {}, sending: {}, stuck: {} },
          on: {
            OUTBOX: [
              { guard: { type: 'isSending', params: ({ event }) => event }, target: '.sending' },
              { guard: { type: 'isStuck', params: ({ event }) => event }, target: '.stuck' },
              { target: '.quiet' },
            ],
          },
        },
        partner: {
          initial: 'there',
          states: { there: {}, gone: { tags: 'ended' } },
          on: {
            PARTNER: [
              { guard: { type: 'isGone', params: ({ event }) => event }, target: '.gone' },
              { target: '.there' },
            ],
          },
        },
      },
    },
  },
});

/** The messages above the newest known one; the newer ones by time when that one has been deleted. */
function findArrivals(
  { messages: [newest] }: Context,
  messages: readonly ConversationMessage[],
): readonly ConversationMessage[] {
  const known = messages.findIndex(({ uuid, at }) => uuid === newest?.uuid || at < (newest?.at ?? ''));
  return known === -1 ? messages : messages.slice(0, known);
}

function applyMessages(context: Context, messages: readonly ConversationMessage[]): Partial<Context> {
  if (context.dividerDue === 0) return { messages };
  const arrived = findArrivals(context, messages).filter(({ own }) => !own);
  return { messages, ...findDivider(messages, context.dividerDue + arrived.length) };
}

/** The divider above the partner's last `unread` messages, once they are loaded. */
function findDivider(
  messages: readonly ConversationMessage[],
  unread: number,
): Pick<Context, 'divider' | 'dividerDue'> {
  const first = messages.filter(({ own }) => !own)[unread - 1];
  return first ? { divider: first.uuid, dividerDue: 0 } : { divider: null, dividerDue: unread };
}

function latestFromPartner({ messages }: Context): ConversationMessage | null {
  return messages.find(({ own }) => !own) ?? null;
}
