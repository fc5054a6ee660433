import { beforeEach, expect, test } from 'vitest';
import { createSignal } from '../../../../client/src/base/signal.ts';
import type { ToastInput, UpdateToast } from '../../../../client/src/base/ui/toasts.tsx';
import { addSentPost } from '../../../../client/src/cruds/sent-toast.ts';
import type { OutboxItem } from '../../../../client/src/sync/outbox/outbox-item.ts';
import { createItem } from '../sync/outbox/outbox-tabs.ts';

let shown: ToastInput | null;
let undone: string[];
let items: ReturnType<typeof createSignal<readonly OutboxItem[]>>;
let accepted: Set<string>;

/** The page's toast of sent posts. */
const updateToast: UpdateToast = (id, update) => (shown = update(shown ? { ...shown, id } : undefined));
const item = (row: string): OutboxItem => ({ ...createItem(row), row, place: 1 });
const removeItem = (row: string) => items.set(items.getSnapshot().filter((one) => one.row !== row));
const send = (kind: 'crud' | 'reply', row: string) => {
  items.set([...items.getSnapshot(), item(row)]);
  const outbox = { ...items, wasAccepted: (one: string) => accepted.has(one) };
  addSentPost(outbox, updateToast, { kind, row, undo: () => undone.push(row) });
  return readToast();
};
const accept = (...rows: string[]) => {
  for (const row of rows) {
    accepted.add(row);
    removeItem(row);
  }
  return readToast();
};
const undo = () => {
  shown?.action?.run();
  return readToast();
};
const readToast = () => shown && [shown.text, shown.action?.label, shown.stays];

beforeEach(() => {
  [shown, undone, accepted] = [null, [], new Set()];
  items = createSignal<readonly OutboxItem[]>([]);
});

test('[COMPOSE-10] a post waits to be sent, for as long as that takes, and is lit once the server has it', () => {
  expect(send('crud', 'a')).toEqual(['Waits to be sent.', 'Undo', true]);
  items.set([{ ...item('a'), state: 'sending', attempts: 3 }]);
  expect(readToast()).toEqual(['Waits to be sent.', 'Undo', true]);
  expect(accept('a')).toEqual(['Crud lit.', 'Undo', false]);
});

test('[COMPOSE-10] posts in quick succession share one toast that counts them', () => {
  send('crud', 'a');
  expect(send('crud', 'b')).toEqual(['2 cruds wait to be sent.', 'Undo last', true]);
  expect(accept('a')).toEqual(['Waits to be sent.', 'Undo last', true]);
  expect(accept('b')).toEqual(['2 cruds lit.', 'Undo last', false]);
  send('reply', 'c');
  expect(accept('c')).toEqual(['2 cruds and 1 reply lit.', 'Undo last', false]);
  send('reply', 'd');
  expect(send('reply', 'e')).toEqual(['2 replies wait to be sent.', 'Undo last', true]);
});

test('[COMPOSE-10] Undo takes back the last post, then the one before', () => {
  for (const row of ['a', 'b', 'c']) send('crud', row);
  accept('a', 'b');
  expect(undo()).toEqual(['2 cruds lit.', 'Undo last', false]);
  removeItem('c');
  expect(undo()).toEqual(['Crud lit.', 'Undo', false]);
  undo();
  expect(undone).toEqual(['c', 'b', 'a']);
});

test('[COMPOSE-10] a refused post and one that was cancelled elsewhere are not counted; without another post the toast disappears', () => {
  send('crud', 'a');
  accept('a');
  for (const row of ['b', 'c']) send('reply', row);
  items.set([{ ...item('b'), state: 'refused', codes: ['activity_expired'] }, item('c')]);
  expect(readToast()).toEqual(['Waits to be sent.', 'Undo last', true]);
  removeItem('c');
  expect(readToast()).toEqual(['Crud lit.', 'Undo', false]);
  shown = null;
  send('crud', 'd');
  removeItem('d');
  expect(shown).toBeNull();
});

test('[COMPOSE-10] a toast that was dismissed stays away when its post is sent', () => {
  send('crud', 'a');
  shown = null;
  expect(accept('a')).toBeNull();
});
