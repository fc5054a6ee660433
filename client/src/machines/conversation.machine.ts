import { and, assign, fromPromise, not, setup, stateIn } from 'xstate';

/** A message as the machine knows it. */
export interface ConversationMessage {
  uuid: string;
  own: boolean;
  /** ISO time. */
  at: string;
}

type Context = {
  /** What is loaded, newest first. */
  messages: readonly ConversationMessage[];
  /** The last one of theirs that the server was told to have been read. */
  told: string | null;
  /** The one above which "New messages" stands. */
  line: string | null;
  /** How far down, among theirs, that line belongs, while that far is not loaded. */
  lineDue: number;
  /** How many of theirs came while nobody looked at the foot of the conversation. */
  unseen: number;
};

export type ConversationEvent =
  /** What is loaded is here, the first time. */
  | { type: 'OPENED'; messages: readonly ConversationMessage[]; unread: number }
  | { type: 'FAILED'; missing: boolean }
  | { type: 'RETRY' }
  /** What is loaded has changed: something came, was erased, or older ones were fetched. */
  | { type: 'HEARD'; messages: readonly ConversationMessage[] }
  | { type: 'AT_END' }
  | { type: 'ABOVE' }
  | { type: 'SHOWN' }
  | { type: 'HIDDEN' }
  /** The way back to the newest. */
  | { type: 'JUMP' }
  /** Something was written here. */
  | { type: 'WROTE' }
  /** The own messages that the server does not have. */
  | { type: 'OUTBOX'; waiting: number; stuck: number }
  | { type: 'PARTNER'; gone: boolean };

/**
 * A conversation on screen: from its opening to its end, whether its foot is in sight, what came unseen, and how far it is
 * read. It counts as read only up to what stood on a page in view whose newest end was in sight.
 */
export const conversationMachine = setup({
  types: {
    context: {} as Context,
    events: {} as ConversationEvent,
    tags: {} as 'loading' | 'ended',
  },
  actors: {
    /** Tells the server how far it is read. */
    markRead: fromPromise<unknown, { uuid: string }>(() => Promise.reject(new Error('nobody is told'))),
  },
  actions: {
    takeFirst: assign(({ event }) => {
      if (event.type !== 'OPENED') return {};
      const { messages, unread } = event;
      return { messages, unseen: unread, ...findNewMessagesLine(messages, unread) };
    }),
    takeNews: assign(({ context, event }) =>
      event.type === 'HEARD' ? applyMessages(context, event.messages) : {},
    ),
    /** New ones that nobody sees begin a line of their own, unless they stand below one already. */
    countUnseen: assign(({ context, event }) => {
      if (event.type !== 'HEARD') return {};
      const theirs = findArrivals(context, event.messages).filter(({ own }) => !own);
      const first = theirs.at(-1);
      if (!first) return {};
      return { unseen: context.unseen + theirs.length, ...(context.unseen === 0 && { line: first.uuid }) };
    }),
    forgetUnseen: assign({ unseen: 0 }),
    keepTold: assign({ told: ({ context }) => latestFromPartner(context) }),
    forgetTold: assign({ told: null }),
    /** Whoever writes has seen what stands above. */
    eraseLine: assign({ line: null, lineDue: 0, unseen: 0 }),
    /** Brings the newest into sight. */
    toEnd: () => undefined,
    fetchAgain: () => undefined,
  },
  guards: {
    isMissing: (_, { missing }: { missing: boolean }) => missing,
    isGone: (_, { gone }: { gone: boolean }) => gone,
    isInSight: and([stateIn({ open: { place: 'atEnd' } }), stateIn({ open: { page: 'shown' } })]),
    isEmpty: ({ context }) => context.messages.length === 0,
    owesReading: ({ context }) => {
      const latest = latestFromPartner(context);
      return latest !== null && latest !== context.told;
    },
    hasOwn: ({ context, event }) =>
      event.type === 'HEARD' && findArrivals(context, event.messages).some(({ own }) => own),
    isSending: (_, { waiting }: { waiting: number; stuck: number }) => waiting > 0,
    isStuck: (_, { stuck }: { waiting: number; stuck: number }) => stuck > 0,
  },
}).createMachine({
  id: 'conversation',
  context: { messages: [], told: null, line: null, lineDue: 0, unseen: 0 },
  initial: 'opening',
  on: { OPENED: { target: '.open', actions: 'takeFirst' } },
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
    failed: { on: { RETRY: { target: 'opening', actions: 'fetchAgain' } } },
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
              { guard: 'hasOwn', actions: ['eraseLine', 'takeNews'] },
              { guard: 'isInSight', actions: 'takeNews' },
              { actions: ['countUnseen', 'takeNews'] },
            ],
          },
        },
        place: {
          initial: 'unknown',
          states: {
            /** Before anything is painted. */
            unknown: {},
            atEnd: {},
            above: { on: { JUMP: { actions: 'toEnd' } } },
          },
          on: { AT_END: '.atEnd', ABOVE: '.above', WROTE: { actions: ['eraseLine', 'toEnd'] } },
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
              entry: ['keepTold', 'forgetUnseen'],
              invoke: {
                src: 'markRead',
                input: ({ context }) => ({ uuid: context.told ?? '' }),
                onDone: 'level',
                onError: { target: 'owing', actions: 'forgetTold' },
              },
            },
            /** Nobody answered: the next look tries again. */
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

/** What came on top of what was known; what is newer in time, should that not be there any more. */
function findArrivals(
  { messages: [newest] }: Context,
  messages: readonly ConversationMessage[],
): readonly ConversationMessage[] {
  const known = messages.findIndex(({ uuid, at }) => uuid === newest?.uuid || at < (newest?.at ?? ''));
  return known === -1 ? messages : messages.slice(0, known);
}

function applyMessages(context: Context, messages: readonly ConversationMessage[]): Partial<Context> {
  if (context.lineDue === 0) return { messages };
  const theirs = findArrivals(context, messages).filter(({ own }) => !own);
  return { messages, ...findNewMessagesLine(messages, context.lineDue + theirs.length) };
}

/** Above the last so many of theirs, once they are loaded. */
function findNewMessagesLine(
  messages: readonly ConversationMessage[],
  unread: number,
): Pick<Context, 'line' | 'lineDue'> {
  const first = messages.filter(({ own }) => !own)[unread - 1];
  return first ? { line: first.uuid, lineDue: 0 } : { line: null, lineDue: unread };
}

function latestFromPartner({ messages }: Context): string | null {
  return messages.find(({ own }) => !own)?.uuid ?? null;
}
