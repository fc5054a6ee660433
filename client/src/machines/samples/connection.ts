import type { connectionMachine } from '../connection.machine.ts';
import type { tabLeadershipMachine } from '../tab-leadership.machine.ts';
import type { SamplesOf } from './machine-samples.ts';

export const connectionSamples = {
  events: {
    'sign in': { type: 'START' },
    'the server accepts': { type: 'READY', resumed: false },
    'the server replays what was missed': { type: 'READY', resumed: true },
    'the connection is lost': { type: 'LOST' },
    'the server refuses': { type: 'REFUSED', code: 'restarting' },
    'polling works': { type: 'POLLING' },
    'sign out': { type: 'STOP' },
  },
  outcomes: {},
} satisfies SamplesOf<typeof connectionMachine>;

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
