import type { WireCursors } from '@cruddur/shared';
import { openConnection } from '../../client/src/realtime/connection/connection.ts';
import { createServerClock } from '../../client/src/clock/server-clock.ts';
import { createTabStream } from '../../client/src/realtime/tabs/tab-stream.ts';
import type { TestPerson } from './people.ts';
import { loadSocketIo } from '../../client/src/realtime/tabs/start-browser-tab.ts';
import { createTestRuntime } from './create-test-runtime.ts';

/** The client's own connection and rule, as in a leader tab. */
export interface ClientTab extends Disposable {
  /** Ids of the cruds that it shows, in order. */
  shown: string[];
  /** The states of its connection, with the time by a monotonic clock. */
  states: { type: string; at: number }[];
  checkConnection(): void;
}

/** @param origin a gateway, or the proxy in front of several */
export async function openClientTab(
  origin: string,
  person: Pick<TestPerson, 'accessToken' | 'callOk'>,
): Promise<ClientTab> {
  const shown: string[] = [];
  const states: ClientTab['states'] = [];
  const recordState = (type: string) => states.push({ type, at: performance.now() });
  const feed = createTabStream({
    clock: createServerClock(Date.now, () => undefined),
    cacheUpdates: {
      applyEvent: ({ event }) => event.kind === 'activity.created' && shown.push(event.data.uuid),
      onListFetched: () => undefined,
      onSnapshot: () => undefined,
      applyCounts: () => undefined,
      onReconnect: () => undefined,
    },
    onConnectionEvent: ({ type }) => recordState(type),
    publishEphemeral: () => undefined,
    onPublicSeq: () => undefined,
    sync: (stream, after) => line.sync(stream, after),
  });
  const token = () => Promise.resolve(person.accessToken);
  const line = await openConnection({
    runtime: createTestRuntime(),
    loadSocketIo,
    origin,
    token,
    freshToken: token,
    cursors: feed.cursors,
    catchUp: feed.catchUp,
    sync: (cursors: Partial<WireCursors>) => person.callOk('sync', { query: cursors }),
    onSessionEnded: () => recordState('ENDED'),
    onWireEvent: (fact) => feed.handleWireEvent(fact, true),
  });
  return { shown, states, checkConnection: () => line.checkAlive(), [Symbol.dispose]: () => line.close() };
}

/** The longest time between a lost socket and the next one, in milliseconds; Infinity for a tab without a next one. */
export function longestWithoutSocket({ states }: ClientTab): number {
  const gaps = states.map(({ type, at }, index) => {
    if (type === 'READY' || states[index - 1]?.type !== 'READY') return 0;
    const again = states.slice(index).find((later) => later.type === 'READY');
    return (again?.at ?? Infinity) - at;
  });
  return Math.max(0, ...gaps);
}

export const hasSocket = ({ states }: ClientTab): boolean => states.at(-1)?.type === 'READY';
