import type { tabLeadershipMachine } from '../tab-leadership.machine.ts';
import type { SamplesOf } from './machine-samples.ts';

export const tabLeadershipSamples = {
  input: () => ({ visible: true }),
  events: {
    'somebody signs in': { type: 'JOIN' },
    'somebody signs out': { type: 'LEAVE' },
    'the tab is shown': { type: 'SHOWN' },
    'the tab is hidden': { type: 'HIDDEN' },
    'the leader says something': { type: 'HEARD' },
    'a newer leader is heard': { type: 'SUPERSEDED' },
    'the lock is granted': { type: 'GRANTED' },
    'the lock is lost': { type: 'LOST' },
    'the lock is missed': { type: 'MISSED' },
  },
  // It never ends by itself: it says what becomes of the lock.
  outcomes: { lock: {} },
} satisfies SamplesOf<typeof tabLeadershipMachine>;
