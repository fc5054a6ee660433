import { assign, fromCallback, sendTo, setup } from 'xstate';

/** How long one word of the leader's is proof that it lives, in milliseconds. */
export const HEARTBEAT_VALID_MS = 300;
/** How long a leader may leave a question unanswered. It answers from a message, which no throttling of timers holds back. */
export const LEADER_TIMEOUT_MS = 1200;

export type LockCommand =
  /** Lets go of what is held or asked for, and queues. */
  | { type: 'APPLY' }
  /** Remembers who holds the lock now. */
  | { type: 'SUSPECT' }
  /** Takes the lock away from the one remembered, and from nobody else. */
  | { type: 'STEAL' };

export type LockEvent = { type: 'GRANTED' } | { type: 'LOST' } | { type: 'MISSED' };

export type TabLeadershipEvent =
  | LockEvent
  | { type: 'JOIN' }
  | { type: 'LEAVE' }
  | { type: 'SHOWN' }
  | { type: 'HIDDEN' }
  /** The leader said something. */
  | { type: 'HEARD' }
  /** A newer leader than this tab was heard. */
  | { type: 'SUPERSEDED' };

/**
 * Which of a person's tabs holds their connection. Every tab queues for one lock, so a closed or crashed leader is followed at
 * once; one that is frozen holds on to the lock and answers nothing, and loses it to a tab that somebody looks at.
 */
export const tabLeadershipMachine = setup({
  types: {
    context: {} as { visible: boolean },
    input: {} as { visible: boolean },
    events: {} as TabLeadershipEvent,
    tags: {} as 'leads',
  },
  actors: {
    lock: fromCallback<LockCommand>(() => {
      throw new Error('provided by the caller');
    }),
  },
  actions: {
    keepShown: assign({ visible: true }),
    keepHidden: assign({ visible: false }),
    apply: sendTo('lock', { type: 'APPLY' } satisfies LockCommand),
    suspect: sendTo('lock', { type: 'SUSPECT' } satisfies LockCommand),
    steal: sendTo('lock', { type: 'STEAL' } satisfies LockCommand),
    /** Asks whoever leads for a word. */
    ask: () => undefined,
    lead: () => undefined,
    resign: () => undefined,
  },
  guards: { isVisible: ({ context }) => context.visible },
  delays: { trusted: HEARTBEAT_VALID_MS, silence: LEADER_TIMEOUT_MS },
}).createMachine({
  id: 'tab-leadership',
  context: ({ input }) => ({ visible: input.visible }),
  initial: 'away',
  on: { SHOWN: { actions: 'keepShown' }, HIDDEN: { actions: 'keepHidden' } },
  states: {
    away: { on: { JOIN: 'present' } },
    present: {
      invoke: { id: 'lock', src: 'lock' },
      on: { LEAVE: 'away' },
      initial: 'following',
      states: {
        following: {
          entry: 'apply',
          on: { GRANTED: 'leading', MISSED: { target: 'following', reenter: true } },
          initial: 'asking',
          states: {
            hearing: {
              on: { HEARD: { target: 'hearing', reenter: true } },
              after: { trusted: [{ guard: 'isVisible', target: 'asking' }, { target: 'unwatched' }] },
            },
            asking: {
              entry: ['suspect', 'ask'],
              on: { HEARD: 'hearing' },
              after: { silence: [{ guard: 'isVisible', target: 'stealing' }, { target: 'unwatched' }] },
            },
            // Nobody looks: it queues, and takes nothing from anybody.
            unwatched: { on: { SHOWN: { target: 'asking', actions: 'keepShown' } } },
            stealing: {
              entry: 'steal',
              on: { HEARD: { target: '#tab-leadership.present.following', reenter: true } },
            },
          },
        },
        leading: {
          tags: 'leads',
          entry: 'lead',
          exit: 'resign',
          on: { LOST: 'following', SUPERSEDED: 'following' },
        },
      },
    },
  },
});
