import { OUTBOX_RETENTION_MS } from '@cruddur/shared';
import { expect, test } from 'vitest';
import { LONGEST_RETRY_MS } from '../../../../../client/src/sync/outbox/outbox-item.machine.ts';
import type { OutboxContent } from '../../../../../client/src/sync/outbox/outbox-item.ts';
import { SENDER_SILENCE_MS } from '../../../../../client/src/sync/outbox/outbox.ts';
import { ANSWER_TIMEOUT_MS } from '../../../../../client/src/sync/outbox/send-once.ts';
import { until } from '../../../../support/until.ts';
import { ADA, BOB, createCrudContent, createItem, createOutboxTabs } from './outbox-tabs.ts';

const reply = (activity_uuid: string): OutboxContent => ({ kind: 'reply', message: 'yes', activity_uuid });
const message = (group: string | null, handle: string | null): OutboxContent => ({
  ...{ kind: 'message', message: 'hi', group, handle },
});
const refused = { kind: 'refused', codes: ['message_blank'] } as const;

/** A tab in which contents were written, as operation-1, operation-2, … */
async function openWith(contents: OutboxContent[], now?: () => number) {
  const browser = createOutboxTabs();
  const outbox = browser.open('one', now);
  const rows: string[] = [];
  for (const [index, content] of contents.entries())
    rows.push((await outbox.add(content, `operation-${index + 1}`)).row);
  return { ...browser, outbox, rows };
}

test('[OUTBOX-1] an item is stored before it is sent, and shown at once', async () => {
  using browser = await openWith([createCrudContent('a')]);
  expect(await browser.stored()).toHaveLength(1);
  expect(browser.outbox.getSnapshot().map(({ row }) => row)).toEqual(browser.rows);
  await browser.waitForSent(0);
  expect(await browser.stored()).toMatchObject([{ state: 'sending', attempts: 1 }]);
});

test('[OUTBOX-8] an item being stored during its user’s sign-out is kept for them, and causes no failure', async () => {
  using browser = createOutboxTabs();
  const outbox = browser.open('one');
  const adding = outbox.add(createCrudContent('a'), 'operation-1');
  outbox.setUser(null);
  await expect(adding).resolves.toMatchObject({ operationId: 'operation-1' });
  expect(await browser.stored()).toHaveLength(1);
  expect(outbox.getSnapshot()).toEqual([]);
  outbox.setUser(ADA);
  await browser.waitForSent(0);
});

test('a queue is sent in sequence, and queues do not wait for each other', async () => {
  using browser = await openWith([
    ...[createCrudContent('a'), createCrudContent('b'), reply('x'), reply('y')],
    ...[message(null, 'bob'), message(null, 'bob')],
  ]);
  const sent = () => browser.sent.map(({ operationId }) => operationId.at(-1)).sort();
  await browser.waitForSent(3);
  expect(sent()).toEqual(['1', '3', '4', '5']);
  await browser.end(browser.sent.findIndex(({ operationId }) => operationId === 'operation-1'));
  await browser.waitForSent(4);
  expect(sent()).toEqual(['1', '2', '3', '4', '5']);
});

test('messages of one conversation never overtake each other, whether named by group or by handle', async () => {
  using browser = await openWith([message('talk', null), message('talk', 'Bob'), message(null, 'bob')]);
  for (const index of [0, 1, 2]) {
    await browser.waitForSent(index);
    expect(browser.sent).toHaveLength(index + 1);
    expect(await browser.end(index)).toBe(`operation-${index + 1}`);
  }
});

test('[OUTBOX-1] the server’s row is shown before the item leaves the outbox, in every tab', async () => {
  using browser = createOutboxTabs();
  const [one, two] = [browser.open('one'), browser.open('two')];
  await one.add(createCrudContent('a'), 'operation-1');
  await until(() => two.getSnapshot().length === 1, { what: 'the other tab shows it' });
  await browser.end(0);
  await until(() => one.getSnapshot().length + two.getSnapshot().length === 0, { what: 'it is removed' });
  expect(browser.shown.sort()).toEqual(['one operation-1', 'two operation-1']);
  expect(browser.sent).toHaveLength(1);
});

test('a refused item stays before one written after it, also by a page whose clock is ahead', async () => {
  using browser = await openWith([createCrudContent('a'), createCrudContent('b')], () => 5000);
  const { outbox } = browser;
  await browser.end(0, refused);
  await browser.end(1, { kind: 'done', answer: { created_at: new Date(4000).toISOString() } as never });
  await until(() => outbox.getSnapshot().length === 1 && outbox.getSnapshot()[0]?.at !== 5000, {
    what: 'the first has another time',
  });
  expect(outbox.getSnapshot()).toMatchObject([{ state: 'refused', at: 3999 }]);
  expect(await browser.stored()).toMatchObject([{ state: 'refused', at: 3999 }]);
});

test('[OUTBOX-4] a refused item keeps its reason, delays no other, and can be retried or discarded', async () => {
  using browser = await openWith([createCrudContent('a'), createCrudContent('b')]);
  const { outbox, rows } = browser;
  const other = browser.open('two');
  await browser.end(0, refused);
  await browser.waitForSent(1);
  expect(outbox.getSnapshot()[0]).toMatchObject({ state: 'refused', codes: refused.codes });
  expect(await browser.end(1)).toBe('operation-2');
  await until(() => outbox.getSnapshot().length === 1, { what: 'the second is done' });
  await outbox.retry(rows[0] ?? '');
  expect(await browser.end(2, refused)).toBe('operation-1');
  await until(() => outbox.getSnapshot()[0]?.state === 'refused', { what: 'it is refused again' });
  await until(() => other.getSnapshot()[0]?.state === 'refused', { what: 'the other tab shows it' });
  expect(await outbox.cancelItem(rows[0] ?? '')).toBe(true);
  expect(await browser.stored()).toEqual([]);
  await until(() => other.getSnapshot().length === 0, { what: 'the other tab follows' });
});

test('[OUTBOX-4] a refused item is sent again after more than seven days too', async () => {
  let now = 0;
  using browser = await openWith([createCrudContent('a')], () => now);
  const { outbox, rows } = browser;
  await browser.end(0, refused);
  await until(() => outbox.getSnapshot()[0]?.state === 'refused', { what: 'it is refused' });
  now = OUTBOX_RETENTION_MS;
  await outbox.retry(rows[0] ?? '');
  expect(await browser.end(1)).toBe('operation-1');
  await browser.waitUntilStoreIsEmpty();
});

test('of several tabs one sends, and another continues with the same operation when it is gone', async () => {
  using browser = await openWith([createCrudContent('a')]);
  await browser.waitForSent(0);
  const two = browser.open('two');
  await two.add(createCrudContent('b'), 'operation-2');
  expect(browser.sent.map(({ tab }) => tab)).toEqual(['one']);
  browser.outbox.setUser(null);
  expect(await browser.waitForSent(1)).toMatchObject({ tab: 'two', operationId: 'operation-1' });
  // A sending tab is given up only after the longest pause between two of its messages.
  expect(SENDER_SILENCE_MS).toBeGreaterThan(ANSWER_TIMEOUT_MS + LONGEST_RETRY_MS);
});

test('what a closed tab changed without telling it is seen by the other tabs', async () => {
  using browser = await openWith([createCrudContent('a')]);
  await browser.waitForSent(0);
  const others = [browser.open('two'), browser.open('three')];
  const areAllAt = (length: number) => others.every((outbox) => outbox.getSnapshot().length === length);
  await until(() => areAllAt(1), { what: 'both show it' });
  const [item] = await browser.stored();
  expect(item && (await browser.store.remove(item))).toBe(true);
  browser.outbox.setUser(null);
  await until(() => areAllAt(0), { what: 'neither shows it' });
});

test('an unsent item is withdrawn for good, and a possibly sent one is burned once its result is known', async () => {
  using browser = await openWith([createCrudContent('a'), createCrudContent('b')]);
  const { outbox, rows } = browser;
  await browser.waitForSent(0);
  for (const row of rows.toReversed()) expect(await outbox.cancelItem(row)).toBe(true);
  expect(outbox.getSnapshot()).toEqual([]);
  expect(await browser.stored()).toMatchObject([{ row: rows[0], unwanted: true }]);
  await browser.end(0);
  await browser.waitUntilStoreIsEmpty();
  expect(browser).toMatchObject({ burned: ['operation-1'], shown: [] });
  expect(await outbox.cancelItem(rows[0] ?? '')).toBe(false);
  expect(browser.sent).toHaveLength(1);
});

test.each([
  ['was never sent', 0, []],
  ['may have been sent', 1, ['operation-1']],
])(
  '[OUTBOX-5] an item older than seven days is kept and not sent; discarded, one that %s is removed',
  async (_, attempts, burned) => {
    using browser = createOutboxTabs();
    const { row } = await browser.store.add({ ...createItem('operation-1'), attempts });
    const outbox = browser.open('one', () => OUTBOX_RETENTION_MS);
    await until(() => outbox.getSnapshot()[0]?.state === 'stale', { what: 'it is stale' });
    expect(await outbox.cancelItem(row)).toBe(true);
    expect(outbox.getSnapshot()).toEqual([]);
    await browser.waitUntilStoreIsEmpty();
    expect(browser).toMatchObject({ burned, sent: [], shown: [] });
  },
);

test('an unwanted item is burned, also when it becomes too old before its result is known', async () => {
  using browser = createOutboxTabs();
  await browser.store.add({ ...createItem('operation-1'), attempts: 1, unwanted: true });
  browser.open('one', () => OUTBOX_RETENTION_MS);
  await browser.waitUntilStoreIsEmpty();
  expect(browser).toMatchObject({ burned: ['operation-1'], sent: [] });
});

test('[OUTBOX-8] an outbox belongs to its user, and a sign-out deletes it', async () => {
  using browser = await openWith([createCrudContent('a')]);
  const { outbox } = browser;
  outbox.setUser(BOB);
  expect(outbox.getSnapshot()).toEqual([]);
  outbox.setUser(ADA);
  await until(() => outbox.getSnapshot().length === 1, { what: 'it is kept for its author' });
  await outbox.forget(ADA);
  expect(await browser.stored()).toEqual([]);
  await until(() => outbox.getSnapshot().length === 0, { what: 'it is removed from the page' });
});
