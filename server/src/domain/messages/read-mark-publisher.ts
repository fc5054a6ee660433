import { READS_EVERY_MS } from '@cruddur/shared';
import { userStream } from '../events.ts';
import type { Logger } from '../logger.ts';
import type { DeliverEnvelopes, ReadMark, Store, PublishReadMark } from '../ports.ts';

/** Lets each key run at once, and after that once per interval at most; the last wish is never lost. */
export type CreateThrottle = (everyMs: number, run: (key: string) => void) => KeyedThrottle;

interface KeyedThrottle {
  trigger(key: string): void;
  close(): void;
}

export interface ReadMarkPublisherParts {
  store: Pick<Store, 'runChange'>;
  deliver: DeliverEnvelopes;
  createThrottle: CreateThrottle;
  logger: Logger;
}

/**
 * Tells both people of a conversation how far one of them has read it, once a second at most: who scrolls moves the mark
 * with every message. What is told is where it stands by then.
 */
export function createReadMarkPublisher({ store, deliver, createThrottle, logger }: ReadMarkPublisherParts): {
  tellRead: PublishReadMark;
  close(): void;
} {
  async function publishMark({ group, reader }: ReadMark): Promise<void> {
    const { envelopes } = await store.runChange(
      async (unit) => {
        const members = (await unit.messages.lockMembers(group, reader)) ?? [];
        const ref = `${group}/${reader}`;
        const entries = members.map((sub) => ({
          stream: userStream(sub),
          kind: 'read.updated' as const,
          ref,
        }));
        return { result: null, entries };
      },
      { key: `tell read ${group} ${reader}` },
    );
    deliver(envelopes);
  }

  const throttle = createThrottle(READS_EVERY_MS, (key) => {
    const [group = '', reader = ''] = key.split('/');
    publishMark({ group, reader }).catch((error: unknown) =>
      logger.warn({ err: error }, 'how far a conversation is read could not be told'),
    );
  });
  return {
    tellRead: ({ group, reader }) => throttle.trigger(`${group}/${reader}`),
    close: () => throttle.close(),
  };
}
