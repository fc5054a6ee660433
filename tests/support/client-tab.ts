import { openClientConnection } from './client-connection.ts';
import { startLoopTime } from './loop-time.ts';
import type { TestPerson } from './people.ts';

/** The client's own connection and rule, as in a leader tab. */
export interface ClientTab extends Disposable {
  /** Ids of the cruds that it shows, in order. */
  shown: string[];
  /** The states of its connection, with the time since its start. */
  states: { status: string; at: number }[];
  checkConnection(): void;
}

/** @param origin a gateway, or the proxy in front of several */
export function openClientTab(origin: string, person: Pick<TestPerson, 'accessToken' | 'callOk'>): ClientTab {
  const now = startLoopTime();
  const shown: string[] = [];
  const states: ClientTab['states'] = [];
  const connection = openClientConnection({
    origin,
    token: person.accessToken,
    cacheUpdates: {
      applyEvent: ({ event }) => event.kind === 'activity.created' && shown.push(event.data.uuid),
    },
    onState: ({ status }) => states.push({ status, at: now() }),
    sync: (cursors) => person.callOk('sync', { query: cursors }),
  });
  return {
    shown,
    states,
    checkConnection: () => connection.checkAlive(),
    [Symbol.dispose]: () => connection.close(),
  };
}

/** The longest time between a lost socket and the next one, in milliseconds; Infinity for a tab without a next one. */
export function longestWithoutSocket({ states }: ClientTab): number {
  const gaps = states.map(({ status, at }, index) => {
    if (status === 'live' || states[index - 1]?.status !== 'live') return 0;
    const again = states.slice(index).find((later) => later.status === 'live');
    return (again?.at ?? Infinity) - at;
  });
  return Math.max(0, ...gaps);
}

export const hasSocket = ({ states }: ClientTab): boolean => states.at(-1)?.status === 'live';
