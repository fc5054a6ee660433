import { rowIdOf } from '@cruddur/shared';
import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { createLogger } from '../../../../../client/src/base/logger.ts';
import type { SendOutcome } from '../../../../../client/src/sync/outbox/send-once.ts';
import type {
  NewItem,
  OutboxContent,
  OutboxItem,
} from '../../../../../client/src/sync/outbox/outbox-item.ts';
import { createIdbStore } from '../../../../../client/src/sync/outbox/idb-store.ts';
import { openStore } from '../../../../../client/src/sync/outbox/open-store.ts';
import { createOutbox, type Outbox } from '../../../../../client/src/sync/outbox/outbox.ts';
import { createTestRuntime } from '../../../../support/create-test-runtime.ts';
import { until } from '../../../../support/until.ts';
import { createFakeLocks } from '../fake-locks.ts';
import { createManualTimers } from '../../../server/streams/manual-timers.ts';

export const ADA = '6f1ed002-ab59-4e2d-8c0b-2f2e5b1c7a01';
export const BOB = '6f1ed002-ab59-4e2d-8c0b-2f2e5b1c7a02';

export const createCrudContent = (message: string): OutboxContent => ({
  kind: 'crud',
  message,
  ttl: '7-days',
  user_handle: 'ada',
});

export function createItem(operationId: string, sub = ADA): NewItem {
  return {
    sub,
    operationId,
    row: rowIdOf(sub, operationId),
    act: createCrudContent(operationId),
    at: 0,
    generation: 0,
    state: 'queued',
    attempts: 0,
    codes: [],
    unwanted: false,
  };
}

const DONE: SendOutcome = { kind: 'done', answer: { uuid: 'row' } as never };

interface Sent {
  operationId: string;
  tab: string;
  end: (outcome: SendOutcome) => void;
}

/** One browser: what its tabs share, what they sent, and what they show. */
export function createOutboxTabs() {
  globalThis.indexedDB = new IDBFactory();
  const store = createIdbStore();
  const timers = createManualTimers();
  const locks = createFakeLocks();
  const channels = new Set<BroadcastChannel>();
  const [sent, burned, shown]: [Sent[], string[], string[]] = [[], [], []];
  const outboxes: Outbox[] = [];
  const waitForSent = (index: number) => until(() => sent[index], { what: `${index + 1} are sent` });
  return {
    sent,
    burned,
    shown,
    store,
    /** Ends every pending timeout. */
    endTimeouts: () => timers.advance(60_000),
    waitForSent,
    /** Ends an attempt, by its index in the order of all, once it was made. @returns the operation of the item */
    async end(index: number, outcome = DONE): Promise<string> {
      const { operationId, end } = await waitForSent(index);
      end(outcome);
      return operationId;
    },
    stored: () => store.all(ADA),
    waitUntilStoreIsEmpty: () =>
      until(async () => (await store.all(ADA)).length === 0, { what: 'no item is stored' }),
    open(tab: string, now = () => 0): Outbox {
      const outbox = createOutbox({
        runtime: createTestRuntime(),
        locks: locks.of(tab),
        now,
        store: (returned) =>
          openStore({
            logger: createLogger('none'),
            timers,
            persistentStore: createIdbStore(),
            onRecovered: returned,
          }),
        channel(name) {
          const channel = new BroadcastChannel(name);
          channels.add(channel);
          return channel;
        },
        attempt: ({ operationId }, stopped) =>
          new Promise((end) => {
            sent.push({ operationId, tab, end });
            stopped.addEventListener('abort', () => end({ kind: 'unknown' }));
          }),
        burn: ({ operationId }) => Promise.resolve(void burned.push(operationId)),
        onAccepted: (item: OutboxItem) => shown.push(`${tab} ${item.operationId}`),
      });
      outboxes.push(outbox);
      outbox.setUser(ADA);
      return outbox;
    },
    [Symbol.dispose]() {
      for (const outbox of outboxes) outbox.setUser(null);
      for (const channel of channels) channel.close();
    },
  };
}
