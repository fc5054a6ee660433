import type { StreamName } from '@cruddur/shared';
import { openClientConnection } from './client-connection.ts';

/** A signed-in tab without a screen: the client's own connection and rule. */
export interface HeadlessTab extends Disposable {
  /** The number of accepted connections. */
  connectionCount(): number;
  /** The number of stream resets. */
  resetCount(stream: StreamName): number;
  /** The uuids of the applied public events, in order. */
  appliedUuids(): string[];
}

/** @param url the application's origin */
export function openHeadlessTab(url: string, token: string): HeadlessTab {
  const resets = { public: 0, me: 0 };
  const received: string[] = [];
  let connections = 0;
  const connection = openClientConnection({
    origin: url,
    token,
    onState: ({ status }) => void (connections += status === 'live' ? 1 : 0),
    cacheUpdates: {
      applyEvent({ stream, event }) {
        if (stream === 'public' && event.data !== null && 'uuid' in event.data)
          received.push(event.data.uuid);
      },
      onSnapshot(stream, _at, why) {
        if (why === 'reset') resets[stream] += 1;
      },
    },
  });
  return {
    connectionCount: () => connections,
    resetCount: (stream) => resets[stream],
    appliedUuids: () => received,
    [Symbol.dispose]: () => connection.close(),
  };
}
