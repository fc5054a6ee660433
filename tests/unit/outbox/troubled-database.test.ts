import { OUTBOX_RETENTION_MS } from '@cruddur/shared';
import { forceCloseDatabase } from 'fake-indexeddb';
import { afterEach, expect, test, vi } from 'vitest';
import { until } from '../../support/until.ts';
import { ADA, createCrudAct, createItem, createOutboxTabs } from './outbox-tabs.ts';

const NAME = 'cruddur-outbox';
const done = { kind: 'done', answer: { uuid: 'row' } } as never;

afterEach(() => {
  vi.restoreAllMocks();
});

/** Another tab's connection, which ignores `versionchange`. */
async function connect(): Promise<IDBDatabase> {
  const opening = indexedDB.open(NAME);
  return new Promise((resolve) => {
    opening.onsuccess = () => resolve(opening.result);
  });
}

function erase(): Promise<void> {
  const erasing = indexedDB.deleteDatabase(NAME);
  return new Promise((resolve) => {
    erasing.onsuccess = () => resolve();
  });
}

/** No opening is answered from now on. @returns a function that answers it */
async function blockOpening(): Promise<() => void> {
  const other = await connect();
  indexedDB.deleteDatabase(NAME);
  return () => other.close();
}

/** Keeps a transaction busy, so that all others wait. @returns a function that ends it */
async function hangTransactions(): Promise<() => void> {
  const other = await connect();
  const items = other.transaction('items', 'readwrite').objectStore('items');
  let isOver = false;
  const goOn = () => {
    if (!isOver) items.count().onsuccess = goOn;
  };
  goOn();
  return () => {
    isOver = true;
    other.close();
  };
}

/** Advances the time until nothing is pending any more. */
async function waitUntilGivenUp(clock: { pass: () => void }, waiting: Promise<unknown>): Promise<void> {
  let isOver = false;
  void waiting.then(() => (isOver = true));
  await until(() => isOver || clock.pass(), { what: 'nothing is pending' });
}

test('[OUTBOX-12] a database that never opens costs three seconds, once, and new items are sent', async () => {
  using browser = createOutboxTabs();
  const answer = await blockOpening();
  const outbox = browser.open('one');
  const adding = outbox.add(createCrudAct('a'), 'operation-1');
  await waitUntilGivenUp(browser.clock, adding);
  await outbox.add(createCrudAct('b'), 'operation-2');
  expect(outbox.hasInMemoryOnlyItems()).toBe(true);
  await until(() => browser.sent[0], { what: 'it is sent' });
  expect(outbox.getSnapshot().map(({ operationId }) => operationId)).toEqual(['operation-1', 'operation-2']);
  answer();
  await until(async () => (await browser.store.all(ADA)).length === 0, { what: 'the database is open' });
  browser.sent[0]?.end(done);
  await until(() => browser.sent[1], { what: 'the second is sent' });
  browser.sent[1]?.end(done);
  await until(() => outbox.getSnapshot().length === 0, { what: 'both are done' });
  await outbox.add(createCrudAct('c'), 'operation-3');
  expect(outbox.hasInMemoryOnlyItems()).toBe(false);
  expect(await browser.store.all(ADA)).toHaveLength(1);
  await until(() => browser.sent[2], { what: 'the third is sent' });
  expect(browser.sent.map(({ operationId }) => operationId)).toEqual([
    'operation-1',
    'operation-2',
    'operation-3',
  ]);
});

test('[OUTBOX-12] a database that answers late yields its items, and none twice', async () => {
  using browser = createOutboxTabs();
  await browser.store.add(createItem('operation-0'));
  const answer = await hangTransactions();
  const outbox = browser.open('one');
  const adding = outbox.add(createCrudAct('a'), 'operation-1');
  await waitUntilGivenUp(browser.clock, adding);
  await until(() => browser.sent[0]?.operationId === 'operation-1', { what: 'it is sent' });
  answer();
  await until(() => outbox.getSnapshot().length === 2, { what: 'the earlier item is shown' });
  expect((await browser.store.all(ADA)).map(({ operationId }) => operationId)).toEqual(['operation-0']);
  browser.sent[0]?.end(done);
  await until(() => browser.sent[1]?.operationId === 'operation-0', {
    what: 'the earlier item is sent',
  });
  browser.sent[1]?.end(done);
  await until(() => outbox.getSnapshot().length === 0, { what: 'both are done' });
  expect(browser.sent).toHaveLength(2);
});

test('[OUTBOX-12] items in a database that does not answer stay on the screen, and delay no new items of their lane', async () => {
  using browser = createOutboxTabs();
  const outbox = browser.open('one');
  await outbox.add(createCrudAct('a'), 'operation-1');
  await until(() => browser.sent[0], { what: 'it is sent' });
  const answer = await hangTransactions();
  await waitUntilGivenUp(browser.clock, outbox.add(createCrudAct('b'), 'operation-2'));
  expect(outbox.getSnapshot().map(({ operationId }) => operationId)).toEqual(['operation-1', 'operation-2']);
  await outbox.add(createCrudAct('c'), 'operation-3');
  expect(outbox.getSnapshot()).toHaveLength(3);
  await until(() => browser.sent[1]?.operationId === 'operation-2', { what: 'the second is sent' });
  browser.sent[1]?.end(done);
  await until(() => browser.sent[2]?.operationId === 'operation-3', { what: 'the third is sent' });
  browser.sent[2]?.end(done);
  answer();
  expect((await browser.store.all(ADA)).map(({ operationId }) => operationId)).toEqual(['operation-1']);
  browser.sent[0]?.end(done);
  await until(() => outbox.getSnapshot().length === 0, { what: 'all are done' });
  expect(browser.sent).toHaveLength(3);
});

const ends: [how: string, end: (db: IDBDatabase) => unknown][] = [
  ['terminated', (db) => forceCloseDatabase(db as never)],
  ['closed without a word', (db) => db.close()],
  ['closed for a newer program', () => erase()],
];

test.each(ends)('[OUTBOX-12] a connection that is %s is reopened', async (_how, end) => {
  using browser = createOutboxTabs();
  const opened = vi.spyOn(indexedDB, 'open');
  const outbox = browser.open('one');
  await outbox.add(createCrudAct('a'), 'operation-1');
  for (const { value } of [...opened.mock.results]) await end((value as IDBOpenDBRequest).result);
  await outbox.add(createCrudAct('b'), 'operation-2');
  expect(outbox.hasInMemoryOnlyItems()).toBe(false);
  const kept = (await browser.store.all(ADA)).map(({ operationId }) => operationId);
  expect(kept.at(-1)).toBe('operation-2');
  expect(opened.mock.results.length).toBeGreaterThan(1);
});

test('[OUTBOX-12] an item that finds the database full is kept in memory, in its order among the others', async () => {
  using browser = createOutboxTabs();
  const outbox = browser.open('one');
  await outbox.add(createCrudAct('a'), 'operation-1');
  const full = vi.spyOn(IDBObjectStore.prototype, 'add').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  await outbox.add(createCrudAct('b'), 'operation-2');
  full.mockRestore();
  await outbox.add(createCrudAct('c'), 'operation-3');
  expect(outbox.hasInMemoryOnlyItems()).toBe(true);
  const order = ['operation-1', 'operation-2', 'operation-3'];
  expect(outbox.getSnapshot().map(({ operationId }) => operationId)).toEqual(order);
  for (const [index, operation] of order.entries()) {
    await until(() => browser.sent[index]?.operationId === operation, { what: `${operation} is sent` });
    browser.sent[index]?.end(done);
  }
  await until(() => outbox.getSnapshot().length === 0, { what: 'all are done' });
  expect(browser.sent).toHaveLength(3);
});

test('[OUTBOX-8] items deleted while the database is unresponsive are deleted when it answers', async () => {
  using browser = createOutboxTabs();
  await browser.store.add(createItem('operation-0'));
  const answer = await hangTransactions();
  const outbox = browser.open('one');
  await waitUntilGivenUp(browser.clock, outbox.add(createCrudAct('a'), 'operation-1'));
  await expect(outbox.forget(ADA)).rejects.toThrow('does not respond');
  answer();
  await until(async () => (await browser.store.all(ADA)).length === 0, { what: 'no item is left' });
  await until(() => outbox.getSnapshot().length === 0, { what: 'no item is shown' });
});

test('[OUTBOX-12] an item that only one tab holds is sent by that tab, whichever is the sender', async () => {
  using browser = createOutboxTabs();
  browser.open('one');
  const outbox = browser.open('two');
  const full = vi.spyOn(IDBObjectStore.prototype, 'add').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  await outbox.add(createCrudAct('a'), 'operation-1');
  full.mockRestore();
  await until(() => browser.sent[0], { what: 'it is sent' });
  expect(browser.sent[0]).toMatchObject({ tab: 'two', operationId: 'operation-1' });
});

test('[OUTBOX-12] a stale item that a full database cannot mark is not retried in a loop, and is marked later', async () => {
  using browser = createOutboxTabs();
  await browser.store.add(createItem('operation-1'));
  let refused = 0;
  const full = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    refused += 1;
    throw new DOMException('full', 'QuotaExceededError');
  });
  const outbox = browser.open('one', () => OUTBOX_RETENTION_MS);
  await until(() => refused > 0, { what: 'it cannot be stored' });
  await outbox.add(createCrudAct('b'), 'operation-2');
  const before = refused;
  // Longer than many rounds would take: each further event causes one read, and no read causes another one.
  for (let round = 0; round < 50; round++) await browser.store.all(ADA);
  expect(refused - before).toBeLessThanOrEqual(4);
  full.mockRestore();
  outbox.retryNow();
  await until(() => outbox.getSnapshot()[0]?.state === 'stale', { what: 'it is stale' });
  expect(browser.sent.map(({ operationId }) => operationId)).not.toContain('operation-1');
});
