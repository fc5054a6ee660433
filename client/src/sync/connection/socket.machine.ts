import type { ByeCode } from '@cruddur/shared';
import { assign, fromCallback, fromPromise, sendTo, setup, stateIn } from 'xstate';
import { parentOf } from '../../base/machines/parent-of.ts';
import { isRejection, refusalDelayMs } from './refusals.ts';

/** The delay between attempts to reach another gateway while the current one shuts down, in milliseconds. */
const SUCCESSOR_RETRY_MS = 500;
/** A successor that is not ready by then is replaced, because a dead gateway may accept a connection and not respond. */
const SUCCESSOR_READY_MS = 2000;

/** What a socket reports. */
export type SocketReport =
  | { type: 'READY'; resumed: boolean }
  /** The socket reconnects by itself. */
  | { type: 'LOST' }
  /** `spread`: 0 to 1, at random, because all tabs of a gateway are refused at the same moment. */
  | { type: 'REFUSED'; code: ByeCode; spread: number }
  /** The gateway shuts down, and serves the socket until then. */
  | { type: 'DRAIN' };

/** What the socket that replaces the current one reports. */
export type SuccessorReport = { type: 'SUCCESSOR_READY'; resumed: boolean } | { type: 'SUCCESSOR_FAILED' };

export type SocketCommand =
  | { type: 'RECONNECT' }
  /** Reconnects, unless an attempt is pending. */
  | { type: 'RETRY' }
  | { type: 'SLOW'; isSlow: boolean }
  /** Replaces a successor that is there already. */
  | { type: 'OPEN_SUCCESSOR' }
  /** Closes the current socket and takes the successor. */
  | { type: 'PROMOTE' };

export type SocketEvent =
  | SocketReport
  | SuccessorReport
  /** The page woke up, or the user asks: the socket has to prove that it is alive. */
  | { type: 'WAKE' }
  /** Public events were kept back, so a sync is due. */
  | { type: 'SYNC_DUE' }
  /** A poll is answered: the socket is not needed soon. */
  | { type: 'POLLED' }
  | { type: 'POLL_FAILED' };

/** The state of the socket, as its parent is told. */
export type Link =
  | { link: 'connecting' | 'reconnecting' }
  /** `proved`: the server replays every missed event. */
  | { link: 'live'; proved: boolean }
  | { link: 'refused'; code: ByeCode };

type Context = {
  /** The code of the last refusal; null since the last acceptance. */
  refusal: ByeCode | null;
  /** The number of refusals in a row. */
  refusals: number;
  spread: number;
};

/** The user's one socket, in the tab that holds the connection. It reports each state to its parent. */
export const socketMachine = setup({
  types: {
    context: {} as Context,
    events: {} as SocketEvent,
  },
  actors: {
    /** The current socket, and the one that replaces it while its gateway shuts down. */
    sockets: fromCallback<SocketCommand>(() => {
      throw new Error('no sockets actor was provided');
    }),
    /** Renews the token. Its output: whether there is one. */
    renew: fromPromise<boolean>(() => Promise.reject(new Error('no renew actor was provided'))),
    /** Syncs over the socket, which proves that it is alive: a socket stays open for a while after its network is lost. */
    probe: fromPromise<unknown>(() => Promise.reject(new Error('no probe actor was provided'))),
  },
  actions: {
    report: sendTo(parentOf, (_, link: Link) => ({ type: 'LINK', ...link })),
    forgetRefusals: assign({ refusal: null, refusals: 0 }),
    recordRefusal: assign(({ context }, { code, spread }: { code: ByeCode; spread: number }) => ({
      refusal: code,
      spread,
      refusals: context.refusals + 1,
    })),
    reconnect: sendTo('sockets', { type: 'RECONNECT' } satisfies SocketCommand),
    retry: sendTo('sockets', { type: 'RETRY' } satisfies SocketCommand),
    reconnectSlowly: sendTo('sockets', { type: 'SLOW', isSlow: true } satisfies SocketCommand),
    reconnectFast: sendTo('sockets', { type: 'SLOW', isSlow: false } satisfies SocketCommand),
    openSuccessor: sendTo('sockets', { type: 'OPEN_SUCCESSOR' } satisfies SocketCommand),
    promoteSuccessor: sendTo('sockets', { type: 'PROMOTE' } satisfies SocketCommand),
    /** The server has ended the session. */
    endSession: () => undefined,
  },
  guards: {
    hasSuccessor: stateIn('#handover'),
    isDueAgain: stateIn('#again'),
    /** The first token may be of an earlier sign-in; a second one that is revoked too belongs to the ended session. */
    isRevokedAgain: ({ context }, { code }: { code: ByeCode }) =>
      code === 'session_revoked' && context.refusal === 'session_revoked',
    wasRejected: ({ context }) => context.refusal !== null && isRejection(context.refusal),
    hasToken: (_, renewed: boolean) => renewed,
  },
  delays: {
    successorReady: SUCCESSOR_READY_MS,
    successorRetry: SUCCESSOR_RETRY_MS,
    refusalDelay: ({ context: { refusal, refusals, spread } }) =>
      refusalDelayMs(refusal ?? 'restarting', refusals - 1, spread),
  },
}).createMachine({
  id: 'socket',
  context: { refusal: null, refusals: 0, spread: 0 },
  invoke: { id: 'sockets', src: 'sockets' },
  initial: 'connecting',
  on: {
    READY: {
      target: '.live',
      actions: { type: 'report', params: ({ event }) => ({ link: 'live', proved: event.resumed }) },
    },
    REFUSED: [
      {
        guard: { type: 'isRevokedAgain', params: ({ event }) => event },
        target: '.refused',
        actions: [{ type: 'recordRefusal', params: ({ event }) => event }, 'endSession'],
      },
      { target: '.refused', actions: { type: 'recordRefusal', params: ({ event }) => event } },
    ],
    WAKE: { actions: 'retry' },
    POLLED: { actions: 'reconnectSlowly' },
    POLL_FAILED: { actions: ['reconnectFast', 'retry'] },
  },
  states: {
    connecting: {
      id: 'connecting',
      entry: { type: 'report', params: { link: 'connecting' } },
      on: { LOST: 'reconnecting' },
    },
    live: {
      entry: ['forgetRefusals', 'reconnectFast'],
      type: 'parallel',
      on: {
        LOST: [
          { guard: 'hasSuccessor', target: 'reconnecting', actions: 'promoteSuccessor' },
          { target: 'reconnecting' },
        ],
        REFUSED: { guard: 'hasSuccessor', target: 'reconnecting', actions: 'promoteSuccessor' },
        // Neither may reconnect a socket that is open.
        WAKE: {},
        POLL_FAILED: {},
        SUCCESSOR_READY: {
          target: 'live',
          reenter: true,
          actions: [
            'promoteSuccessor',
            { type: 'report', params: ({ event }) => ({ link: 'live', proved: event.resumed }) },
          ],
        },
      },
      states: {
        gateway: {
          initial: 'steady',
          states: {
            steady: { on: { DRAIN: 'handover' } },
            /** The old socket closes when the new one is ready, so that no event is missed; followers ignore duplicates. */
            handover: {
              id: 'handover',
              entry: 'openSuccessor',
              after: { successorReady: { target: 'handover', reenter: true } },
              on: { SUCCESSOR_FAILED: 'pausing' },
            },
            pausing: { after: { successorRetry: 'handover' } },
          },
        },
        probe: {
          initial: 'idle',
          states: {
            idle: { on: { SYNC_DUE: 'probing', WAKE: 'probing' } },
            probing: {
              invoke: {
                src: 'probe',
                onDone: [{ guard: 'isDueAgain', target: 'probing', reenter: true }, { target: 'idle' }],
                onError: [
                  { guard: 'hasSuccessor', target: '#reconnecting', actions: 'promoteSuccessor' },
                  { target: '#reconnecting', actions: 'reconnect' },
                ],
              },
              initial: 'once',
              states: {
                // The reply may have arrived before the connection was lost, so it proves nothing about a later time.
                once: { on: { WAKE: 'again' } },
                again: { id: 'again' },
              },
            },
          },
        },
      },
    },
    reconnecting: {
      id: 'reconnecting',
      entry: { type: 'report', params: { link: 'reconnecting' } },
    },
    refused: {
      initial: 'delaying',
      entry: {
        type: 'report',
        params: ({ context }) => ({ link: 'refused', code: context.refusal ?? 'restarting' }),
      },
      on: { LOST: 'reconnecting' },
      states: {
        delaying: {
          after: {
            refusalDelay: [
              { guard: 'wasRejected', target: 'renewing' },
              { target: '#connecting', actions: 'reconnect' },
            ],
          },
        },
        renewing: {
          invoke: {
            src: 'renew',
            onDone: [
              {
                guard: { type: 'hasToken', params: ({ event }) => event.output },
                target: '#connecting',
                actions: 'reconnect',
              },
              { target: 'signedOut' },
            ],
            onError: { target: '#connecting', actions: 'reconnect' },
          },
        },
        signedOut: {},
      },
    },
  },
});
