import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { beforeEach, describe, expect, test } from 'vitest';
import { createIdbStore } from '../../../client/src/outbox/idb-store.ts';
import { createMemoryStore } from '../../../client/src/outbox/memory-store.ts';
import { updateItem } from '../../../client/src/outbox/outbox-store.ts';
import { ADA, BOB, createItem } from './outbox-tabs.ts';

beforeEach(() => {
  globalThis.indexedDB = new IDBFactory();
});

const stores = [
  { name: 'the browser’s database', open: createIdbStore },
  { name: 'memory', open: () => createMemoryStore() },
];

describe.each(stores)('the outbox in $name', ({ open }) => {
  test('[OUTBOX-1] items are in the order in which they were written, each operation once', async () => {
    const store = open();
    for (const id of ['operation-1', 'operation-2', 'operation-1']) await store.add(createItem(id));
    const all = await store.all(ADA);
    expect(all.map(({ operationId }) => operationId)).toEqual(['operation-1', 'operation-2']);
    expect(await store.find(all[1]?.place ?? 0)).toEqual(all[1]);
  });

  test('[OUTBOX-9] an unread change is not overwritten', async () => {
    const store = open();
    const seen = await store.add(createItem('operation-1'));
    const changed = await store.replace(seen, { state: 'sending' });
    expect(changed).toMatchObject({ state: 'sending', generation: 1 });
    expect(await store.replace(seen, { state: 'refused' })).toBeNull();
    expect(await store.remove(seen)).toBe(false);
    expect(await store.all(ADA)).toEqual([changed]);
    await updateItem(store, seen.place, ({ attempts }) => ({ attempts: attempts + 1 }));
    expect(await store.find(seen.place)).toMatchObject({ state: 'sending', attempts: 1 });
  });

  test('[OUTBOX-9] of two simultaneous changes one is stored', async () => {
    const store = open();
    const seen = await store.add(createItem('operation-1'));
    const both = await Promise.all([
      store.replace(seen, { attempts: 1 }),
      store.replace(seen, { attempts: 2 }),
    ]);
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

test('[OUTBOX-1] the database outlives the page', async () => {
  await createIdbStore().add(createItem('operation-1'));
  expect(await createIdbStore().all(ADA)).toHaveLength(1);
});
