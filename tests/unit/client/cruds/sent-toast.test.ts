import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { addSentPost, removeSentPost } from '../../../../client/src/cruds/sent-toast.ts';
import type { ToastInput, UpdateToast } from '../../../../client/src/base/ui/toasts.tsx';

let shown: ToastInput | null;
let undone: string[];

/** The page's toast of sent posts. */
const updateToast: UpdateToast = (id, update) => (shown = update(shown ? { ...shown, id } : undefined));
const send = (kind: 'crud' | 'reply' | 'message', row: string) => {
  addSentPost(updateToast, { kind, row, undo: () => undone.push(row) });
  return readToast();
};
const undo = () => {
  shown?.action?.run();
  return readToast();
};
const readToast = () => shown && [shown.text, shown.action?.label, shown.action?.keepsToast];

beforeEach(() => {
  [shown, undone] = [null, []];
  vi.stubGlobal('navigator', { onLine: true });
});
afterEach(() => void vi.unstubAllGlobals());

test('[COMPOSE-10] posts in quick succession share one toast that counts them', () => {
  expect(send('crud', 'a')).toEqual(['Crud lit.', 'Undo', false]);
  expect(send('crud', 'b')).toEqual(['2 cruds lit.', 'Undo last', true]);
  expect(send('reply', 'c')).toEqual(['2 cruds and 1 reply lit.', 'Undo last', true]);
  vi.stubGlobal('navigator', { onLine: false });
  expect(send('reply', 'd')?.[0]).toBe('2 cruds and 2 replies kept until you’re back online.');
});

test('a message can be undone like a crud', () => {
  expect(send('message', 'a')).toEqual(['Message sent.', 'Undo', false]);
  undo();
  expect(undone).toEqual(['a']);
  expect(send('crud', 'b')).toEqual(['1 crud and 1 message sent.', 'Undo last', true]);
});

test('[COMPOSE-10] Undo takes back the last post, then the one before', () => {
  for (const row of ['a', 'b', 'c']) send('crud', row);
  expect(undo()).toEqual(['2 cruds lit.', 'Undo last', true]);
  expect(undo()).toEqual(['Crud lit.', 'Undo', false]);
  undo();
  expect(undone).toEqual(['c', 'b', 'a']);
});

test('[COMPOSE-10] a refused reply is not counted; without another post the toast disappears', () => {
  send('crud', 'a');
  send('reply', 'b');
  for (const row of ['b', 'unknown']) {
    removeSentPost(updateToast, row);
    expect(readToast()).toEqual(['Crud lit.', 'Undo', false]);
  }
  removeSentPost(updateToast, 'a');
  expect(shown).toBeNull();
});
