import type { QueryClient } from '@tanstack/react-query';
import { burnCrud } from '../api/activities.ts';
import { hasCode } from '../api/api-error.ts';
import type { Call } from '../api/http-client.ts';
import { showAnswer } from '../feed/show-answer.ts';
import type { Logger } from '../logger.ts';
import { attempt } from '../outbox/attempt.ts';
import { openStore } from '../outbox/open-store.ts';
import { createOutbox, type Outbox } from '../outbox/outbox.ts';
import type { ServerClock } from '../realtime/server-clock.ts';

interface Parts {
  call: Call;
  client: QueryClient;
  clock: ServerClock;
  logger: Logger;
  delay: (ms: number, signal: AbortSignal) => Promise<void>;
}

/** The outbox with this browser's database, locks and channels. */
export function browserOutbox({ call, client, clock, logger, delay }: Parts): Outbox {
  return createOutbox({
    store: (returned) => openStore({ logger, delay, returned }),
    // Missing on pages that are not secure, whatever the types say.
    locks: 'locks' in navigator ? navigator.locks : undefined,
    channel: (name) => new BroadcastChannel(name),
    now: clock.now,
    attempt: (item, stopped) => attempt(call, item, stopped),
    async burn({ act, row }) {
      if (act.kind === 'message') return;
      await burnCrud(call, row).catch((failure: unknown) => {
        const isGone = ['activity_expired', 'activity_not_found'].some((code) => hasCode(failure, code));
        if (!isGone) throw failure;
      });
    },
    show: (item, answer) => showAnswer(client, item, answer),
  });
}
