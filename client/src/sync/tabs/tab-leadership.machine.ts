import { assign, fromCallback, sendTo, setup } from 'xstate';

/**
 * How long one heartbeat of the leader proves that it is alive, in milliseconds. With the timeout it is just below the two seconds within which a
 * frozen leader is replaced: idle tabs exchange two messages in this time.
 */
export const HEARTBEAT_VALID_MS = 700;
/** How long a leader may leave a ping unanswered, in milliseconds. It answers in a message handler: no timer, no throttling. */
export const LEADER_TIMEOUT_MS = 1200;

export type LockCommand =
  /** Releases the lock or its pending request, and queues again. */
  | { type: 'APPLY' }
  /** Notes the current holder of the lock. */
  | { type: 'SUSPECT' }
  /** Steals the lock, but only from the holder noted before. */
  | { type: 'STEAL' };

export type LockEvent = { type: 'GRANTED' } | { type: 'LOST' } | { type: 'MISSED' };

export type TabLeadershipEvent =
  | LockEvent
  | { type: 'JOIN' }
  | { type: 'LEAVE' }
  | { type: 'SHOWN' }
  | { type: 'HIDDEN' }
  /** The leader has sent a message. */
  | { type: 'HEARD' }
  /** A newer leader than this tab has sent a message. */
  | { type: 'SUPERSEDED' };

/**
 * Which of the user's tabs holds the connection. Every tab queues for one Web Lock, so a closed or crashed leader is replaced
 * at once. A frozen leader keeps the lock but answers no ping: a visible tab steals it.
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
      throw new Error('no lock actor was provided');
    }),
  },
  actions: {
    recordShown: assign({ visible: true }),
    recordHidden: assign({ visible: false }),
    requestLock: sendTo('lock', { type: 'APPLY' } satisfies LockCommand),
    recordLockHolder: sendTo('lock', { type: 'SUSPECT' } satisfies LockCommand),
    stealLock: sendTo('lock', { type: 'STEAL' } satisfies LockCommand),
    /** Pings the leader. */
    pingLeader: () => undefined,
    startLeading: () => undefined,
    stopLeading: () => undefined,
  },
  guards: { isVisible: ({ context }) => context.visible },
  delays: { trusted: HEARTBEAT_VALID_MS, silence: LEADER_TIMEOUT_MS },
}).createMachine({
  id: 'tab-leadership',
  context: ({ input }) => ({ visible: input.visible }),
  initial: 'away',
  on: { SHOWN: { actions: 'recordShown' }, HIDDEN: { actions: 'recordHidden' } },
  states: {
    away: { on: { JOIN: 'present' } },
    present: {
      invoke: { id: 'lock', src: 'lock' },
      on: { LEAVE: 'away' },
      initial: 'following',
      states: {
        following: {
          entry: 'requestLock',
          on: { GRANTED: 'leading', MISSED: { target: 'following', reenter: true } },
          initial: 'asking',
          states: {
            hearing: {
              on: { HEARD: { target: 'hearing', reenter: true } },
              after: { trusted: [{ guard: 'isVisible', target: 'asking' }, { target: 'unwatched' }] },
            },
            asking: {
              entry: ['recordLockHolder', 'pingLeader'],
              on: { HEARD: 'hearing' },
              after: { silence: [{ guard: 'isVisible', target: 'stealing' }, { target: 'unwatched' }] },
            },
            // A hidden tab only queues.
            unwatched: { on: { SHOWN: { target: 'asking', actions: 'recordShown' } } },
            stealing: {
              entry: 'stealLock',
              on: { HEARD: { target: '#tab-leadership.present.following', reenter: true } },
            },
          },
        },
        leading: {
          tags: 'leads',
          entry: 'startLeading',
          exit: 'stopLeading',
          on: { LOST: 'following', SUPERSEDED: 'following' },
        },
      },
    },
  },
});
