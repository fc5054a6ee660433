import { OUTBOX_RETENTION_MS } from '@cruddur/shared';
import { expect, test } from 'vitest';
import type { OutboxContent } from '../../../client/src/outbox/outbox-item.ts';
import { SENDER_SILENCE_MS } from '../../../client/src/outbox/outbox.ts';
import { ANSWER_TIMEOUT_MS } from '../../../client/src/outbox/send-once.ts';
import { LONGEST_RETRY_MS } from '../../../client/src/machines/outbox-item.machine.ts';
import { until } from '../../support/until.ts';
import { ADA, BOB, createCrudAct, createItem, createOutboxTabs } from './outbox-tabs.ts';

const reply = (activity_uuid: string): OutboxContent => ({ kind: 'reply', message: 'yes', activity_uuid });
const message = (handle: string): OutboxContent => ({ kind: 'message', message: 'hi', group: null, handle });
const done = { kind: 'done', answer: { uuid: 'row' } } as never;

test('[OUTBOX-1] an item is stored before it is sent, and shown at once', async () => {
  using browser = createOutboxTabs();
  const outbox = browser.open('one');
  const { row } = await outbox.add(createCrudAct('a'), 'operation-1');
  expect(await browser.store.all(ADA)).toHaveLength(1);
  expect(outbox.getSnapshot().map((item) => item.row)).toEqual([row]);
  await until(() => browser.sent.length === 1, { what: 'it is sent' });
  expect((await browser.store.all(ADA))[0]).toMatchObject({ state: 'sending', attempts: 1 });
});

test('[OUTBOX-8] an item being stored during its user’s sign-out is kept for them, and causes no failure', async () => {
  using browser = createOutboxTabs();
  const outbox = browser.open('one');
  const adding = outbox.add(createCrudAct('a'), 'operation-1');
  outbox.setUser(null);
  await expect(adding).resolves.toMatchObject({ operationId: 'operation-1' });
  expect(await browser.store.all(ADA)).toHaveLength(1);
  expect(outbox.getSnapshot()).toEqual([]);
  outbox.setUser(ADA);
  await until(() => browser.sent.length === 1, { what: 'the crud is sent after the reconnect' });
});

test('[OUTBOX-2] a lane is sent in sequence, and lanes do not wait for each other', async () => {
  using browser = createOutboxTabs();
  const outbox = browser.open('one');
  const contents = [
    createCrudAct('a'),
    createCrudAct('b'),
    reply('x'),
    reply('y'),
    message('bob'),
    message('bob'),
  ];
  for (const [index, content] of contents.entries()) await outbox.add(content, `operation-${index}`);
  const sent = () => browser.sent.map(({ operationId }) => operationId.at(-1)).sort();
  await until(() => sent().length === 4, { what: 'the heads are sent' });
  expect(sent()).toEqual(['0', '2', '3', '4']);
  browser.sent.find(({ operationId }) => operationId === 'operation-0')?.end(done);
  await until(() => sent().length === 5, { what: 'the next one is sent' });
  expect(sent()).toEqual(['0', '1', '2', '3', '4']);
});

test('[OUTBOX-2] messages of one conversation never overtake each other, whether named by group or by handle', async () => {
  using browser = createOutboxTabs();
  const outbox = browser.open('one');
  const known = [
    { group: 'talk', handle: null },
    { group: 'talk', handle: 'Bob' },
    { group: null, handle: 'bob' },
  ];
  for (const [index, name] of known.entries())
    await outbox.add({ kind: 'message', message: 'hi', ...name }, `operation-${index}`);
  for (const count of [1, 2, 3]) {
    await until(() => browser.sent.length === count, { what: `number ${count} is sent` });
    expect(browser.sent.map(({ operationId }) => operationId.at(-1))).toEqual(
      ['0', '1', '2'].slice(0, count),
    );
    browser.sent.at(-1)?.end(done);
  }
});

test('[OUTBOX-3] the server’s row is shown before the item leaves the outbox, in every tab', async () => {
  using browser = createOutboxTabs();
  const one = browser.open('one');
  const two = browser.open('two');
  await one.add(createCrudAct('a'), 'operation-1');
  await until(() => two.getSnapshot().length === 1, { what: 'the other tab shows it' });
  await until(() => browser.sent[0], { what: 'it is sent' });
  browser.sent[0]?.end(done);
  await until(() => one.getSnapshot().length + two.getSnapshot().length === 0, { what: 'it is removed' });
  expect(browser.shown.sort()).toEqual(['one operation-1', 'two operation-1']);
  expect(browser.sent).toHaveLength(1);
});

test('[OUTBOX-15] a refused item stays before one written after it, also by a page whose clock is ahead', async () => {
  using browser = createOutboxTabs();
  const outbox = browser.open('one', () => 5000);
  await outbox.add(createCrudAct('a'), 'operation-1');
  await outbox.add(createCrudAct('b'), 'operation-2');
  await until(() => browser.sent[0], { what: 'the first is sent' });
  browser.sent[0]?.end({ kind: 'refused', codes: ['message_blank'] });
  await until(() => browser.sent[1], { what: 'the second is sent' });
  browser.sent[1]?.end({ kind: 'done', answer: { created_at: new Date(4000).toISOString() } as never });
  await until(() => outbox.getSnapshot().length === 1 && outbox.getSnapshot()[0]?.at !== 5000, {
    what: 'the first has another time',
  });
  expect(outbox.getSnapshot()).toMatchObject([{ state: 'refused', at: 3999 }]);
  expect(await browser.store.all(ADA)).toMatchObject([{ state: 'refused', at: 3999 }]);
});

test('[OUTBOX-4] a refused item keeps its reason, delays no other, and can be retried or discarded', async () => {
  using browser = createOutboxTabs();
  const outbox = browser.open('one');
  const { row } = await outbox.add(createCrudAct('a'), 'operation-1');
  await outbox.add(createCrudAct('b'), 'operation-2');
  await until(() => browser.sent[0], { what: 'the first is sent' });
  browser.sent[0]?.end({ kind: 'refused', codes: ['message_blank'] });
  await until(() => browser.sent[1]?.operationId === 'operation-2', { what: 'the second is sent' });
  expect(outbox.getSnapshot()[0]).toMatchObject({ state: 'refused', codes: ['message_blank'] });
  browser.sent[1]?.end(done);
  await until(() => outbox.getSnapshot().length === 1, { what: 'the second is done' });
  await outbox.retry(row);
  await until(() => browser.sent[2]?.operationId === 'operation-1', { what: 'the first is sent again' });
  browser.sent[2]?.end({ kind: 'refused', codes: ['message_blank'] });
  await until(() => outbox.getSnapshot()[0]?.state === 'refused', { what: 'it is refused again' });
  expect(await outbox.cancelItem(row)).toBe(true);
  expect(await browser.store.all(ADA)).toEqual([]);
});

test('[OUTBOX-5] an item older than seven days is kept for its user and not sent', async () => {
  using browser = createOutboxTabs();
  await browser.store.add(createItem('operation-1'));
  const outbox = browser.open('one', () => OUTBOX_RETENTION_MS);
  await until(() => outbox.getSnapshot()[0]?.state === 'stale', { what: 'it is stale' });
  expect(browser.sent).toEqual([]);
});

test('[OUTBOX-6] of several tabs one sends, and another continues with the same operation when it is gone', async () => {
  using browser = createOutboxTabs();
  const one = browser.open('one');
  await one.add(createCrudAct('a'), 'operation-1');
  await until(() => browser.sent[0], { what: 'the first tab sends' });
  const two = browser.open('two');
  await two.add(createCrudAct('b'), 'operation-2');
  expect(browser.sent.map(({ tab }) => tab)).toEqual(['one']);
  one.setUser(null);
  await until(() => browser.sent[1], { what: 'the second tab sends' });
  expect(browser.sent[1]).toMatchObject({ tab: 'two', operationId: 'operation-1' });
});

test('[OUTBOX-7] an unsent item is withdrawn for good, and a possibly sent one is burned once its result is known', async () => {
  using browser = createOutboxTabs();
  const outbox = browser.open('one');
  const first = await outbox.add(createCrudAct('a'), 'operation-1');
  const second = await outbox.add(createCrudAct('b'), 'operation-2');
  await until(() => browser.sent[0], { what: 'the first is sent' });
  expect(await outbox.cancelItem(second.row)).toBe(true);
  expect(await outbox.cancelItem(first.row)).toBe(true);
  expect(outbox.getSnapshot()).toEqual([]);
  expect(await browser.store.all(ADA)).toMatchObject([{ row: first.row, unwanted: true }]);
  browser.sent[0]?.end(done);
  await until(async () => (await browser.store.all(ADA)).length === 0, { what: 'no item is left' });
  expect(browser).toMatchObject({ burned: ['operation-1'], shown: [] });
  expect(await outbox.cancelItem(first.row)).toBe(false);
  expect(browser.sent).toHaveLength(1);
});

test('[OUTBOX-7] a discarded item that became too old after a lost answer is burned, and not sent again', async () => {
  using browser = createOutboxTabs();
  const { row } = await browser.store.add({ ...createItem('operation-1'), attempts: 1 });
  const outbox = browser.open('one', () => OUTBOX_RETENTION_MS);
  await until(() => outbox.getSnapshot()[0]?.state === 'stale', { what: 'it is stale' });
  expect(await outbox.cancelItem(row)).toBe(true);
  expect(outbox.getSnapshot()).toEqual([]);
  await until(async () => (await browser.store.all(ADA)).length === 0, { what: 'no item is left' });
  expect(browser).toMatchObject({ burned: ['operation-1'], sent: [], shown: [] });
});

test('[OUTBOX-7] an unwanted item is burned, also when it becomes too old before its result is known', async () => {
  using browser = createOutboxTabs();
  await browser.store.add({ ...createItem('operation-1'), attempts: 1, unwanted: true });
  browser.open('one', () => OUTBOX_RETENTION_MS);
  await until(async () => (await browser.store.all(ADA)).length === 0, { what: 'no item is left' });
  expect(browser).toMatchObject({ burned: ['operation-1'], sent: [] });
});

test('[OUTBOX-7] a stale item that was never sent is removed without a burn', async () => {
  using browser = createOutboxTabs();
  const { row } = await browser.store.add(createItem('operation-1'));
  const outbox = browser.open('one', () => OUTBOX_RETENTION_MS);
  await until(() => outbox.getSnapshot()[0]?.state === 'stale', { what: 'it is stale' });
  expect(await outbox.cancelItem(row)).toBe(true);
  expect(await browser.store.all(ADA)).toEqual([]);
  expect(browser).toMatchObject({ burned: [], sent: [] });
});

test('[OUTBOX-6] a sending tab is given up only after the longest pause between two of its messages', () => {
  expect(SENDER_SILENCE_MS).toBeGreaterThan(ANSWER_TIMEOUT_MS + LONGEST_RETRY_MS);
});

test('[OUTBOX-8] an outbox belongs to its user, and a sign-out deletes it', async () => {
  using browser = createOutboxTabs();
  const outbox = browser.open('one');
  await outbox.add(createCrudAct('a'), 'operation-1');
  outbox.setUser(BOB);
  expect(outbox.getSnapshot()).toEqual([]);
  outbox.setUser(ADA);
  await until(() => outbox.getSnapshot().length === 1, { what: 'it is kept for its author' });
  await outbox.forget(ADA);
  expect(await browser.store.all(ADA)).toEqual([]);
  await until(() => outbox.getSnapshot().length === 0, { what: 'it is removed from the page' });
});
