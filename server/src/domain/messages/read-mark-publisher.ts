import { READS_EVERY_MS } from '@cruddur/shared';
import type { FailureLog } from '../failure-log.ts';
import { createKeyedThrottle } from '../keyed-throttle.ts';
import type { DeliverEnvelopes, ReadMark, Store, PublishReadMark } from '../ports.ts';
import type { Timers } from '../timers.ts';

/** The name of this work in the log of failures. */
const WORK = 'read marks';

export interface ReadMarkPublisherParts {
  store: Pick<Store, 'runRead'>;
  deliver: DeliverEnvelopes;
  timers: Timers;
  failures: FailureLog;
}

/**
 * Publishes to both members of a conversation how far one of them has read it, at most once a second: scrolling moves the
 * mark with every message. The event carries the position at the time of publishing.
 */
export function createReadMarkPublisher({ store, deliver, timers, failures }: ReadMarkPublisherParts): {
  publishReadMark: PublishReadMark;
  close(): void;
} {
  async function publishMark({ group, reader }: ReadMark): Promise<void> {
    const plan = { is: 'read', conversation: group, reader, upTo: null, isAnnounced: true } as const;
    const { envelopes } = await store.runRead(plan);
    deliver(envelopes);
  }

  const throttle = createKeyedThrottle(timers, READS_EVERY_MS, (key) => {
    const [group = '', reader = ''] = key.split('/');
    publishMark({ group, reader }).then(
      () => failures.recordSuccess(WORK),
      (error: unknown) => failures.recordFailure(WORK, error),
    );
  });
  return {
    publishReadMark: ({ group, reader }) => throttle.trigger(`${group}/${reader}`),
    close: () => throttle.close(),
  };
}
