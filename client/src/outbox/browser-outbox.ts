import type { QueryClient } from '@tanstack/react-query';
import { burnCrud } from '../api/activities.ts';
import { hasErrorCode } from '../api/api-error.ts';
import type { Call } from '../api/http-client.ts';
import { insertAccepted } from '../cache/insert-accepted.ts';
import type { Logger } from '../logger.ts';
import { sendOnce } from './send-once.ts';
import { openStore } from './open-store.ts';
import { createOutbox, type Outbox } from './outbox.ts';
import type { ServerClock } from '../clock/server-clock.ts';

interface Parts {
  call: Call;
  client: QueryClient;
  clock: ServerClock;
  logger: Logger;
  delay: (ms: number, signal: AbortSignal) => Promise<void>;
}

/** The outbox with this browser's database, locks and channels. */
export function createBrowserOutbox({ call, client, clock, logger, delay }: Parts): Outbox {
  return createOutbox({
    store: (returned) => openStore({ logger, delay, onRecovered: returned }),
    // Missing on pages that are not secure, whatever the types say.
    locks: 'locks' in navigator ? navigator.locks : undefined,
    channel: (name) => new BroadcastChannel(name),
    now: clock.now,
    attempt: (item, stopped) => sendOnce(call, item, stopped),
    async burn({ act, row }) {
      if (act.kind === 'message') return;
      await burnCrud(call, row).catch((failure: unknown) => {
        const isGone = ['activity_expired', 'activity_not_found'].some((code) => hasErrorCode(failure, code));
        if (!isGone) throw failure;
      });
    },
    onAccepted: (item, answer) => insertAccepted(client, item, answer),
  });
}
