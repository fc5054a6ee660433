import type { ByeCode } from '@cruddur/shared';
import type { connectionMachine } from '../../src/sync/connection/connection.machine.ts';
import type { pollingMachine } from '../../src/sync/connection/polling.machine.ts';
import type { socketMachine } from '../../src/sync/connection/socket.machine.ts';
import type { tabLeadershipMachine } from '../../src/sync/tabs/tab-leadership.machine.ts';
import type { SamplesOf } from './machine-samples.ts';

const refusal = (code: ByeCode) => ({ type: 'REFUSED', code, spread: 0.5 }) as const;

export const connectionSamples = {
  events: {
    'this tab becomes the leader': { type: 'LEAD' },
    'another tab becomes the leader': { type: 'FOLLOW' },
    'the leader is live': { type: 'TOLD', status: 'live', proved: true },
    'the socket is ready': { type: 'LINK', link: 'live', proved: true },
    'the socket is lost': { type: 'LINK', link: 'reconnecting' },
    'the server refuses': { type: 'LINK', link: 'refused', code: 'restarting' },
    'polling starts': { type: 'POLLS', polls: 'started' },
    'a poll is answered': { type: 'POLLS', polls: 'answered' },
    'a poll fails': { type: 'POLLS', polls: 'failed' },
    'the page wakes up': { type: 'WAKE' },
    'a sync is due': { type: 'SYNC_DUE' },
  },
  outcomes: {
    load: {
      'the code is loaded': { output: undefined },
      'the code does not load': { error: new Error('lost') },
    },
    // They never end by themselves: they report their states.
    socket: {},
    polling: {},
  },
} satisfies SamplesOf<typeof connectionMachine>;

export const socketSamples = {
  events: {
    'the server accepts': { type: 'READY', resumed: false },
    'the server replays what was missed': { type: 'READY', resumed: true },
    'the connection is lost': { type: 'LOST' },
    'the server refuses': refusal('restarting'),
    'the session has been revoked': refusal('session_revoked'),
    'the server shuts down': { type: 'DRAIN' },
    'the next socket is ready': { type: 'SUCCESSOR_READY', resumed: true },
    'the next socket fails': { type: 'SUCCESSOR_FAILED' },
    'the page wakes up': { type: 'WAKE' },
    'a sync is due': { type: 'SYNC_DUE' },
    'a poll is answered': { type: 'POLLED' },
    'a poll fails': { type: 'POLL_FAILED' },
  },
  outcomes: {
    // It never ends by itself: it sends the events of its sockets.
    sockets: {},
    renew: {
      'there is a token': { output: true },
      'the user is signed out': { output: false },
      'the renewal fails': { error: new Error('lost') },
    },
    probe: {
      'the socket answers': { output: undefined },
      'the socket is silent': { error: new Error('silent') },
    },
  },
} satisfies SamplesOf<typeof socketMachine>;

export const pollingSamples = {
  events: {
    'the socket is ready': { type: 'UP' },
    'the socket is lost': { type: 'DOWN' },
    'the server refuses': { type: 'REFUSED', code: 'restarting' },
    'there are too many sockets': { type: 'REFUSED', code: 'too_many' },
    'the token is rejected': { type: 'REFUSED', code: 'token_invalid' },
    'the page wakes up': { type: 'WAKE' },
  },
  outcomes: {
    poll: { 'the server answers': { output: undefined }, 'the poll fails': { error: new Error('lost') } },
  },
} satisfies SamplesOf<typeof pollingMachine>;

export const tabLeadershipSamples = {
  input: () => ({ visible: true }),
  events: {
    'sign in': { type: 'JOIN' },
    'sign out': { type: 'LEAVE' },
    'the tab is shown': { type: 'SHOWN' },
    'the tab is hidden': { type: 'HIDDEN' },
    'the leader sends a heartbeat': { type: 'HEARD' },
    'a newer leader appears': { type: 'SUPERSEDED' },
    'the lock is granted': { type: 'GRANTED' },
    'the lock is lost': { type: 'LOST' },
    'the lock is missed': { type: 'MISSED' },
  },
  // It never ends by itself: it sends the lock's events.
  outcomes: { lock: {} },
} satisfies SamplesOf<typeof tabLeadershipMachine>;
