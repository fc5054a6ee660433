import { OUTBOX_RETENTION_MS } from '@cruddur/shared';
import { forceCloseDatabase } from 'fake-indexeddb';
import { afterEach, expect, test, vi } from 'vitest';
import type { Outbox } from '../../../../../client/src/sync/outbox/outbox.ts';
import { until } from '../../../../support/until.ts';
import { ADA, createCrudContent, createItem, createOutboxTabs } from './outbox-tabs.ts';

const NAME = 'cruddur-outbox';

afterEach(() => void vi.restoreAllMocks());

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

/** Writes to a full database fail. @returns the spy on them */
const fillDatabase = (method: 'add' | 'put') =>
  vi.spyOn(IDBObjectStore.prototype, method).mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });

const idsOf = (items: readonly { operationId: string }[]) => items.map(({ operationId }) => operationId);
const write = (outbox: Outbox, number: number) =>
  outbox.add(createCrudContent('text'), `operation-${number}`);

/** Writes an item, and advances the time until the database was given up. */
async function writeInMemory(browser: ReturnType<typeof createOutboxTabs>, outbox: Outbox, number: number) {
  let isOver = false;
  void write(outbox, number).then(() => (isOver = true));
  await until(() => isOver || browser.endTimeouts(), { what: 'nothing is pending' });
}

const untilShown = (outbox: Outbox, count: number) =>
  until(() => outbox.getSnapshot().length === count, { what: `${count} items are shown` });

test('a database that never opens costs three seconds, once, and new items are sent', async () => {
  using browser = createOutboxTabs();
  const answer = await blockOpening();
  const outbox = browser.open('one');
  await writeInMemory(browser, outbox, 1);
  await write(outbox, 2);
  expect(outbox.hasInMemoryOnlyItems()).toBe(true);
  await browser.waitForSent(0);
  expect(idsOf(outbox.getSnapshot())).toEqual(['operation-1', 'operation-2']);
  answer();
  await browser.waitUntilStoreIsEmpty();
  await browser.end(0);
  await browser.end(1);
  await untilShown(outbox, 0);
  await write(outbox, 3);
  expect(outbox.hasInMemoryOnlyItems()).toBe(false);
  expect(await browser.stored()).toHaveLength(1);
  await browser.waitForSent(2);
  expect(idsOf(browser.sent)).toEqual(['operation-1', 'operation-2', 'operation-3']);
});

test('a database that answers late yields its items, and none twice', async () => {
  using browser = createOutboxTabs();
  await browser.store.add(createItem('operation-0'));
  const answer = await hangTransactions();
  const outbox = browser.open('one');
  await writeInMemory(browser, outbox, 1);
  await browser.waitForSent(0);
  answer();
  await untilShown(outbox, 2);
  expect(idsOf(await browser.stored())).toEqual(['operation-0']);
  expect([await browser.end(0), await browser.end(1)]).toEqual(['operation-1', 'operation-0']);
  await untilShown(outbox, 0);
  expect(browser.sent).toHaveLength(2);
});

test('items in a database that does not answer stay on the screen, and delay no new items of their queue', async () => {
  using browser = createOutboxTabs();
  const outbox = browser.open('one');
  await write(outbox, 1);
  await browser.waitForSent(0);
  const answer = await hangTransactions();
  await writeInMemory(browser, outbox, 2);
  expect(idsOf(outbox.getSnapshot())).toEqual(['operation-1', 'operation-2']);
  await write(outbox, 3);
  expect(outbox.getSnapshot()).toHaveLength(3);
  expect([await browser.end(1), await browser.end(2)]).toEqual(['operation-2', 'operation-3']);
  answer();
  expect(idsOf(await browser.stored())).toEqual(['operation-1']);
  await browser.end(0);
  await untilShown(outbox, 0);
  expect(browser.sent).toHaveLength(3);
});

const ends: [how: string, end: (db: IDBDatabase) => unknown][] = [
  ['terminated', (db) => forceCloseDatabase(db as never)],
  ['closed without a word', (db) => db.close()],
  ['closed for a newer program', () => erase()],
];

test.each(ends)('a connection that is %s is reopened', async (_how, end) => {
  using browser = createOutboxTabs();
  const opened = vi.spyOn(indexedDB, 'open');
  const outbox = browser.open('one');
  await write(outbox, 1);
  for (const { value } of [...opened.mock.results]) await end((value as IDBOpenDBRequest).result);
  await write(outbox, 2);
  expect(outbox.hasInMemoryOnlyItems()).toBe(false);
  expect(idsOf(await browser.stored()).at(-1)).toBe('operation-2');
  expect(opened.mock.results.length).toBeGreaterThan(1);
});

test('an item that finds the database full is kept in memory, in its order among the others', async () => {
  using browser = createOutboxTabs();
  const outbox = browser.open('one');
  await write(outbox, 1);
  const full = fillDatabase('add');
  await write(outbox, 2);
  full.mockRestore();
  await write(outbox, 3);
  expect(outbox.hasInMemoryOnlyItems()).toBe(true);
  const order = ['operation-1', 'operation-2', 'operation-3'];
  expect(idsOf(outbox.getSnapshot())).toEqual(order);
  expect([await browser.end(0), await browser.end(1), await browser.end(2)]).toEqual(order);
  await untilShown(outbox, 0);
  expect(browser.sent).toHaveLength(3);
});

test('[OUTBOX-8] items deleted while the database is unresponsive are deleted when it answers', async () => {
  using browser = createOutboxTabs();
  await browser.store.add(createItem('operation-0'));
  const answer = await hangTransactions();
  const outbox = browser.open('one');
  await writeInMemory(browser, outbox, 1);
  await expect(outbox.forget(ADA)).rejects.toThrow('does not respond');
  answer();
  await browser.waitUntilStoreIsEmpty();
  await untilShown(outbox, 0);
});

test('an item that only one tab holds is sent by that tab, whichever is the sender', async () => {
  using browser = createOutboxTabs();
  browser.open('one');
  const outbox = browser.open('two');
  const full = fillDatabase('add');
  await write(outbox, 1);
  full.mockRestore();
  expect(await browser.waitForSent(0)).toMatchObject({ tab: 'two', operationId: 'operation-1' });
});

test('a stale item that a full database cannot mark is not retried in a loop, and is marked later', async () => {
  using browser = createOutboxTabs();
  await browser.store.add(createItem('operation-1'));
  const full = fillDatabase('put');
  const outbox = browser.open('one', () => OUTBOX_RETENTION_MS);
  await until(() => full.mock.calls.length > 0, { what: 'it cannot be stored' });
  await write(outbox, 2);
  const before = full.mock.calls.length;
  // Longer than many rounds would take: each further event causes one read, and no read causes another one.
  for (let round = 0; round < 50; round++) await browser.stored();
  expect(full.mock.calls.length - before).toBeLessThanOrEqual(4);
  full.mockRestore();
  outbox.retryNow();
  await until(() => outbox.getSnapshot()[0]?.state === 'stale', { what: 'it is stale' });
  expect(idsOf(browser.sent)).not.toContain('operation-1');
});
