import { READS_EVERY_MS } from '@cruddur/shared';
import { userStream } from '../events.ts';
import type { Logger } from '../logger.ts';
import type { Deliver, ReadMark, Store, TellRead } from '../ports.ts';

/** Lets each key run at once, and after that once per interval at most; the last wish is never lost. */
export type MakePace = (everyMs: number, run: (key: string) => void) => Pace;

interface Pace {
  ask(key: string): void;
  close(): void;
}

export interface TellReadParts {
  store: Pick<Store, 'change'>;
  deliver: Deliver;
  makePace: MakePace;
  logger: Logger;
}

/**
 * Tells both people of a conversation how far one of them has read it, once a second at most: who scrolls moves the mark
 * with every message. What is told is where it stands by then.
 */
export function createTellRead({ store, deliver, makePace, logger }: TellReadParts): {
  tellRead: TellRead;
  close(): void;
} {
  async function tell({ group, reader }: ReadMark): Promise<void> {
    const { envelopes } = await store.change(async (unit) => {
      const members = (await unit.messages.members(group, reader)) ?? [];
      const ref = `${group}/${reader}`;
      const said = members.map((sub) => ({ stream: userStream(sub), kind: 'read.updated' as const, ref }));
      return { result: null, entries: said };
    });
    deliver(envelopes);
  }

  const pace = makePace(READS_EVERY_MS, (key) => {
    const [group = '', reader = ''] = key.split('/');
    tell({ group, reader }).catch((error: unknown) =>
      logger.warn({ err: error }, 'how far a conversation is read could not be told'),
    );
  });
  return { tellRead: ({ group, reader }) => pace.ask(`${group}/${reader}`), close: () => pace.close() };
}
