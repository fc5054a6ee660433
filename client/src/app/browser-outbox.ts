import type { QueryClient } from '@tanstack/react-query';
import type { Call } from '../api/http-client.ts';
import { insertAccepted } from '../cache/insert-accepted.ts';
import type { ServerClock } from '../clock/server-clock.ts';
import type { Logger } from '../logger.ts';
import { getWebLocks } from '../runtime/browser-runtime.ts';
import type { Runtime } from '../runtime/runtime.ts';
import { burnItem } from './burn-item.ts';
import { createIdbStore } from './idb-store.ts';
import { openStore } from './open-store.ts';
import { createOutbox, type Outbox } from './outbox.ts';
import { sendOnce } from './send-once.ts';

export interface BrowserOutboxParts {
  call: Call;
  client: QueryClient;
  clock: ServerClock;
  logger: Logger;
  runtime: Runtime;
}

/** The outbox with this browser's database, locks and channels. */
export function createBrowserOutbox({ call, client, clock, logger, runtime }: BrowserOutboxParts): Outbox {
  const { timers } = runtime;
  return createOutbox({
    runtime,
    store: (onChange) =>
      openStore({ logger, timers, persistentStore: createIdbStore(), onRecovered: onChange }),
    locks: getWebLocks(),
    channel: (name) => new BroadcastChannel(name),
    now: clock.now,
    attempt: (item, stopped) => sendOnce({ call, timers }, item, stopped),
    burn: (item) => burnItem(call, item),
    onAccepted: ({ act }, entity) => insertAccepted(client, act, entity),
  });
}
