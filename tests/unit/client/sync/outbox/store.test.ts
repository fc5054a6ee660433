import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { beforeEach, describe, expect, test } from 'vitest';
import { createIdbStore } from '../../../../../client/src/sync/outbox/idb-store.ts';
import { createMemoryStore } from '../../../../../client/src/sync/outbox/open-store.ts';
import { updateItem } from '../../../../../client/src/sync/outbox/outbox-store.ts';
import { runAsOnlySender } from '../../../../../client/src/sync/outbox/sender-lock.ts';
import { shareReads } from '../../../../../client/src/sync/outbox/outbox.ts';
import { waitForAbort } from '../../../../../client/src/base/runtime/web-lock.ts';
import { until } from '../../../../support/until.ts';
import { createDeferred } from '../../create-deferred.ts';
import { createFakeLocks } from '../fake-locks.ts';
import { createManualReads } from '../../../server/streams/manual-reads.ts';
import { ADA, BOB, createItem } from './outbox-tabs.ts';

beforeEach(() => {
  globalThis.indexedDB = new IDBFactory();
});

describe.each([
  ['the browser’s database', createIdbStore],
  ['memory', () => createMemoryStore()],
])('the outbox in %s', (_, open) => {
  test('[OUTBOX-1] items are in the order in which they were written, each operation once', async () => {
    const store = open();
    for (const id of ['operation-1', 'operation-2', 'operation-1']) await store.add(createItem(id));
    const all = await store.all(ADA);
    expect(all.map(({ operationId }) => operationId)).toEqual(['operation-1', 'operation-2']);
    expect(await store.find(all[1]?.place ?? 0)).toEqual(all[1]);
  });

  test('an unread change is not overwritten, and of two simultaneous changes one is stored', async () => {
    const store = open();
    const seen = await store.add(createItem('operation-1'));
    const changed = await store.replace(seen, { state: 'sending' });
    expect(changed).toMatchObject({ state: 'sending', generation: 1 });
    expect(await store.replace(seen, { state: 'refused' })).toBeNull();
    expect(await store.remove(seen)).toBe(false);
    expect(await store.all(ADA)).toEqual([changed]);
    await updateItem(store, seen.place, ({ attempts }) => ({ attempts: attempts + 1 }));
    expect(await store.find(seen.place)).toMatchObject({ state: 'sending', attempts: 1 });
    const other = await store.add(createItem('operation-2'));
    const both = await Promise.all([1, 2].map((attempts) => store.replace(other, { attempts })));
    expect(both.filter((one) => one === null)).toHaveLength(1);
  });

  test('[OUTBOX-8] users’ items are separate, and are deleted separately', async () => {
    const store = open();
    await store.add(createItem('operation-1'));
    await store.add(createItem('operation-1', BOB));
    await store.forget(BOB);
    expect(await store.all(BOB)).toEqual([]);
    expect(await store.all(ADA)).toHaveLength(1);
    await store.keepOnly(BOB);
    expect(await store.all(ADA)).toEqual([]);
  });
});

test('changes during a read share the next one, and a failed read fails its own callers only', async () => {
  const { started, read: readOnce } = createManualReads<number>();
  const read = shareReads(readOnce);
  const first = read();
  const [second, third] = [read(), read()];
  expect(started).toHaveLength(1);
  started[0]?.reject(new Error('the database is missing'));
  await expect(first).rejects.toThrow('the database is missing');
  await until(() => started.length === 2, { what: 'the shared read begins' });
  started[1]?.resolve(2);
  expect(await Promise.all([second, third])).toEqual([2, 2]);
});

test('a sender that sleeps loses its lock, stops sending, and queues again', async () => {
  const locks = createFakeLocks();
  const over = new AbortController();
  const log: string[] = [];
  const silence = createDeferred<undefined>();
  /** A tab that works until it must stop, and steals once the sending tab seems to be suspended. */
  const open = (tab: string, silent: Promise<undefined>[] = []) =>
    runAsOnlySender(
      {
        ...{ locks: locks.of(tab), name: 'sender', stopped: over.signal },
        waitForSilentHolder: (stopped) => Promise.race([waitForAbort(stopped), ...silent]),
      },
      async (lost) => {
        log.push(`${tab} sends`);
        await waitForAbort(lost);
        log.push(`${tab} stops`);
      },
    );
  const tabs = [open('sleeper')];
  await expect.poll(() => log).toEqual(['sleeper sends']);
  tabs.push(open('thief', [silence.promise]));
  silence.resolve(undefined);
  await expect.poll(() => log.toSorted()).toEqual(['sleeper sends', 'sleeper stops', 'thief sends']);
  over.abort();
  await Promise.all(tabs);
  expect(log.at(-1)).toBe('thief stops');
  expect(log).toHaveLength(4);
});
