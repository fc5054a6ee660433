import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { addSentPost, removeSentPost } from '../../../client/src/compose/sent-toast.ts';
import type { ToastInput, UpdateToast } from '../../../client/src/ui/toasts.tsx';

let shown: ToastInput | null;
let undone: string[];

/** The page's toast of sent posts. */
const updateToast: UpdateToast = (id, update) => (shown = update(shown ? { ...shown, id } : undefined));
const send = (kind: 'crud' | 'reply' | 'message', row: string) =>
  addSentPost(updateToast, { kind, row, undo: () => undone.push(row) });
const readToast = () => shown && [shown.text, shown.action?.label, shown.action?.keepsToast];

beforeEach(() => {
  shown = null;
  undone = [];
  vi.stubGlobal('navigator', { onLine: true });
});
afterEach(() => vi.unstubAllGlobals());

test('[COMPOSE-14] posts in quick succession share one toast that counts them', () => {
  send('crud', 'a');
  expect(readToast()).toEqual(['Crud lit.', 'Undo', false]);
  send('crud', 'b');
  expect(readToast()).toEqual(['2 cruds lit.', 'Undo last', true]);
  send('reply', 'c');
  expect(readToast()).toEqual(['2 cruds and 1 reply lit.', 'Undo last', true]);
  vi.stubGlobal('navigator', { onLine: false });
  send('reply', 'd');
  expect(readToast()).toEqual(['2 cruds and 2 replies kept until you’re back online.', 'Undo last', true]);
});

test('[UNSEND-8] a message can be undone like a crud', () => {
  send('message', 'a');
  expect(readToast()).toEqual(['Message sent.', 'Undo', false]);
  shown?.action?.run();
  expect(undone).toEqual(['a']);
  send('crud', 'b');
  expect(readToast()).toEqual(['1 crud and 1 message sent.', 'Undo last', true]);
});

test('[COMPOSE-14] Undo takes back the last post, then the one before', () => {
  for (const row of ['a', 'b', 'c']) send('crud', row);
  shown?.action?.run();
  expect(undone).toEqual(['c']);
  expect(readToast()).toEqual(['2 cruds lit.', 'Undo last', true]);
  shown?.action?.run();
  expect(readToast()).toEqual(['Crud lit.', 'Undo', false]);
  shown?.action?.run();
  expect(undone).toEqual(['c', 'b', 'a']);
});

test('[COMPOSE-14] a refused reply is not counted; without another post the toast disappears', () => {
  send('crud', 'a');
  send('reply', 'b');
  removeSentPost(updateToast, 'b');
  expect(readToast()).toEqual(['Crud lit.', 'Undo', false]);
  removeSentPost(updateToast, 'unknown');
  expect(readToast()).toEqual(['Crud lit.', 'Undo', false]);
  removeSentPost(updateToast, 'a');
  expect(shown).toBeNull();
});
