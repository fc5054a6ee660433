import { rowIdOf } from '@cruddur/shared';
import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import type { SendOutcome } from '../../../client/src/outbox/send-once.ts';
import type { NewItem, OutboxContent, OutboxItem } from '../../../client/src/outbox/outbox-item.ts';
import { createIdbStore } from '../../../client/src/outbox/idb-store.ts';
import { openStore } from '../../../client/src/outbox/open-store.ts';
import { createOutbox, type Outbox } from '../../../client/src/outbox/outbox.ts';
import type { Timers } from '../../../client/src/runtime/runtime.ts';
import { createTestRuntime } from '../../support/create-test-runtime.ts';

export const ADA = '6f1ed002-ab59-4e2d-8c0b-2f2e5b1c7a01';
export const BOB = '6f1ed002-ab59-4e2d-8c0b-2f2e5b1c7a02';

export const createCrudAct = (message: string): OutboxContent => ({
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
    act: createCrudAct(operationId),
    at: 0,
    generation: 0,
    state: 'queued',
    attempts: 0,
    codes: [],
    unwanted: false,
  };
}

/** Locks as in browsers: one holder, a queue, and stealing. */
export function createLocks() {
  let holder: { end: (error: Error) => void } | null = null;
  const queue: (() => void)[] = [];
  const next = () => {
    holder = null;
    queue.shift()?.();
  };
  const grant = (work: () => Promise<unknown>) =>
    new Promise((resolve, reject) => {
      const own = { end: reject };
      holder = own;
      void work()
        .then(resolve, reject)
        .finally(() => holder === own && next());
    });
  const request = (_name: string, options: LockOptions, work: () => Promise<unknown>) => {
    if (options.steal) {
      holder?.end(new DOMException('stolen', 'AbortError'));
      return grant(work);
    }
    if (!holder) return grant(work);
    return new Promise((resolve, reject) => {
      let isGranted = false;
      // An aborted waiting request is skipped; after the grant, aborting has no effect.
      queue.push(() => {
        isGranted = !options.signal?.aborted;
        if (isGranted) void grant(work).then(resolve, reject);
        else next();
      });
      options.signal?.addEventListener('abort', () => {
        if (!isGranted) reject(new DOMException('called off', 'AbortError'));
      });
    });
  };
  return { request: request as LockManager['request'] };
}

export interface Sent {
  operationId: string;
  tab: string;
  end: (outcome: SendOutcome) => void;
}

/** Timeouts that only end on request. */
function createManualClock() {
  const waiting = new Set<() => void>();
  const timers: Timers = {
    ...createTestRuntime().timers,
    after(_ms, run) {
      waiting.add(run);
      return () => waiting.delete(run);
    },
  };
  return {
    timers,
    /** Ends every pending timeout. */
    pass(): void {
      for (const run of waiting) {
        waiting.delete(run);
        run();
      }
    },
  };
}

const nothing = () => undefined;
const silentLogger = { verbose: nothing, debug: nothing, info: nothing, warn: nothing, error: nothing };

/** One browser: what its tabs share, what they sent, and what they show. */
export function createOutboxTabs() {
  globalThis.indexedDB = new IDBFactory();
  const store = createIdbStore();
  const clock = createManualClock();
  const locks = createLocks();
  const channels = new Set<BroadcastChannel>();
  const [sent, burned, shown]: [Sent[], string[], string[]] = [[], [], []];
  const outboxes: Outbox[] = [];
  return {
    sent,
    burned,
    shown,
    store,
    clock,
    open(tab: string, now = () => 0): Outbox {
      const outbox = createOutbox({
        runtime: createTestRuntime(),
        locks,
        now,
        store: (returned) =>
          openStore({
            logger: silentLogger,
            timers: clock.timers,
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
