import type { QueryClient } from '@tanstack/react-query';
import type { ServerClock } from '../base/clock/server-clock.ts';
import type { Call } from '../base/http/http-client.ts';
import type { Logger } from '../base/logger.ts';
import { getWebLocks } from '../base/runtime/browser-runtime.ts';
import type { Runtime } from '../base/runtime/runtime.ts';
import { insertAccepted } from '../sync/cache/insert-accepted.ts';
import { createIdbStore } from '../sync/outbox/idb-store.ts';
import { openStore } from '../sync/outbox/open-store.ts';
import { createOutbox, type Outbox } from '../sync/outbox/outbox.ts';
import { createOutboxCalls } from './outbox-calls.ts';
import { sendOnce } from '../sync/outbox/send-once.ts';

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
  const { send, burn } = createOutboxCalls(call);
  return createOutbox({
    runtime,
    store: (onChange) =>
      openStore({ logger, timers, persistentStore: createIdbStore(), onRecovered: onChange }),
    locks: getWebLocks(),
    channel: (name) => new BroadcastChannel(name),
    now: clock.now,
    attempt: (item, stopped) => sendOnce({ send, timers }, item, stopped),
    burn,
    onAccepted: ({ act }, entity) => insertAccepted(client, act, entity),
  });
}
