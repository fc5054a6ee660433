import { assign, fromPromise, sendTo, setup } from 'xstate';
import { pollingMachine, type PollingEvent, type Polls } from './polling.machine.ts';
import { socketMachine, type Link, type SocketEvent } from './socket.machine.ts';

/** How long the load of the socket's code waits after a failure, in milliseconds. */
const LOAD_RETRY_MS = 2000;

/** `polling`: no socket can be opened, but HTTP requests are answered. */
export const CONNECTION_STATUSES = ['connecting', 'live', 'reconnecting', 'polling', 'refused'] as const;

/** The state of the user's connection as pages show it. */
export interface ConnectionState {
  /** `idle`: the page has no connection. */
  status: 'idle' | (typeof CONNECTION_STATUSES)[number];
  /** After a loss, the server has replayed every missed event. */
  proved: boolean;
}

export type ConnectionEvent =
  /** This tab holds the connection from now on. */
  | { type: 'LEAD' }
  /** Another tab does. */
  | { type: 'FOLLOW' }
  /** The other tab has told its state. */
  | ({ type: 'TOLD' } & ConnectionState)
  | ({ type: 'LINK' } & Link)
  | { type: 'POLLS'; polls: Polls }
  /** The page woke up, or the user asks: the connection has to prove that it is alive. */
  | { type: 'WAKE' }
  /** Public events were kept back, so a sync is due. */
  | { type: 'SYNC_DUE' };

type Context = ConnectionState & {
  link: Link['link'];
  polls: Polls;
};

/** While polling is on, its last result counts. */
function statusOf({ link, polls }: Pick<Context, 'link' | 'polls'>): Pick<Context, 'status'> {
  if (link === 'live' || polls === 'off') return { status: link };
  return { status: polls === 'answered' ? 'polling' : 'reconnecting' };
}

/** What polling is told of the socket. */
function toPollingEvent(link: Link): PollingEvent {
  if (link.link === 'refused') return { type: 'REFUSED', code: link.code };
  return { type: link.link === 'live' ? 'UP' : 'DOWN' };
}

/**
 * The user's one connection: a socket, or polling where sockets are blocked. Of all tabs one holds it, and tells the others its
 * state.
 */
export const connectionMachine = setup({
  types: {
    context: {} as Context,
    events: {} as ConnectionEvent,
  },
  actors: {
    /** Loads the code of sockets. */
    load: fromPromise<unknown>(() => Promise.reject(new Error('no load actor was provided'))),
    socket: socketMachine,
    polling: pollingMachine,
  },
  actions: {
    recordTold: assign((_, { status, proved }: ConnectionState) => ({ status, proved })),
    recordConnecting: assign({ status: 'connecting', link: 'connecting', polls: 'off' }),
    recordUnloaded: assign({ status: 'reconnecting' }),
    recordLink: assign(({ context: { polls, proved } }, link: Link) => ({
      link: link.link,
      proved: link.link === 'live' ? link.proved : proved,
      ...statusOf({ link: link.link, polls }),
    })),
    recordPolls: assign(({ context: { link } }, { polls }: { polls: Polls }) => ({
      polls,
      ...statusOf({ link, polls }),
    })),
    tellPolling: sendTo('polling', (_, event: PollingEvent) => event),
    tellSocket: sendTo('socket', (_, event: SocketEvent) => event),
  },
  guards: {
    isPoll: (_, { polls, result }: { polls: Polls; result: Polls }) => polls === result,
  },
  delays: { loadRetry: LOAD_RETRY_MS },
}).createMachine({
  id: 'connection',
  context: { status: 'connecting', proved: false, link: 'connecting', polls: 'off' },
  initial: 'following',
  states: {
    following: {
      on: { LEAD: 'leading', TOLD: { actions: { type: 'recordTold', params: ({ event }) => event } } },
    },
    leading: {
      entry: 'recordConnecting',
      exit: 'recordConnecting',
      initial: 'loading',
      on: { FOLLOW: 'following' },
      states: {
        loading: { invoke: { src: 'load', onDone: 'open', onError: 'unloaded' } },
        unloaded: { entry: 'recordUnloaded', after: { loadRetry: 'loading' } },
        open: {
          invoke: [
            { id: 'socket', src: 'socket' },
            { id: 'polling', src: 'polling' },
          ],
          on: {
            LINK: {
              actions: [
                { type: 'recordLink', params: ({ event }) => event },
                { type: 'tellPolling', params: ({ event }) => toPollingEvent(event) },
              ],
            },
            POLLS: [
              {
                guard: { type: 'isPoll', params: ({ event }) => ({ ...event, result: 'answered' }) },
                actions: [
                  { type: 'recordPolls', params: ({ event }) => event },
                  { type: 'tellSocket', params: { type: 'POLLED' } },
                ],
              },
              {
                guard: { type: 'isPoll', params: ({ event }) => ({ ...event, result: 'failed' }) },
                actions: [
                  { type: 'recordPolls', params: ({ event }) => event },
                  { type: 'tellSocket', params: { type: 'POLL_FAILED' } },
                ],
              },
              { actions: { type: 'recordPolls', params: ({ event }) => event } },
            ],
            WAKE: {
              actions: [
                { type: 'tellPolling', params: { type: 'WAKE' } },
                { type: 'tellSocket', params: { type: 'WAKE' } },
              ],
            },
            SYNC_DUE: { actions: { type: 'tellSocket', params: { type: 'SYNC_DUE' } } },
          },
        },
      },
    },
  },
});
