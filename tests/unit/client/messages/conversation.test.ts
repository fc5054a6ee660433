import { expect, test } from 'vitest';
import { waitFor } from 'xstate';
import {
  conversationMachine,
  type ConversationMessage,
} from '../../../../client/src/messages/conversation.machine.ts';
import { startMachine } from '../start-machine.ts';

/** Messages by their names, oldest first: `t3` is the partner's of the third minute, `o3` would be the viewer's. */
function messagesOf(names: string): ConversationMessage[] {
  const at = (name: string) => new Date(Date.UTC(2030, 0, 1, 0, Number(name.slice(1)))).toISOString();
  const messages = names.split(' ').map((uuid) => ({ uuid, own: uuid.startsWith('o'), at: at(uuid) }));
  return messages.reverse();
}

function start() {
  const done: string[] = [];
  const parts = startMachine(conversationMachine, ['markRead'], {
    actions: {
      scrollToEnd: () => done.push('scrollToEnd'),
      refetchMessages: () => done.push('refetchMessages'),
    },
  });
  const { actor, send, markRead } = parts;
  const opened = (names: string, unread = 0) => send({ type: 'OPENED', messages: messagesOf(names), unread });
  const open = (names: string, unread = 0) => {
    opened(names, unread);
    send({ type: 'AT_END' });
  };
  const hear = (names: string) => send({ type: 'HEARD', messages: messagesOf(names) });
  const reading = (state: 'level' | 'owing') =>
    waitFor(actor, (snapshot) => snapshot.matches({ open: { reading: state } }), { timeout: 5000 });
  const marked = () => (markRead.calls as { uuid: string }[]).map(({ uuid }) => uuid);
  const isIn = (state: object) => actor.getSnapshot().matches(state);
  return { ...parts, done, opened, open, hear, reading, marked, isIn };
}

test('[TALK-1] it counts as read once its newest message is in sight on a visible page; own messages need no mark', async () => {
  const { send, opened, hear, markRead, marked, reading } = start();
  opened('t1 o2 t3', 1);
  send({ type: 'HIDDEN' });
  send({ type: 'AT_END' });
  expect(marked()).toEqual([]);
  send({ type: 'SHOWN' });
  expect(marked()).toEqual(['t3']);
  markRead.succeed();
  await reading('level');
  send({ type: 'ABOVE' });
  hear('t1 o2 t3 t4');
  expect(marked()).toEqual(['t3']);
  send({ type: 'AT_END' });
  expect(marked()).toEqual(['t3', 't4']);
  const own = start();
  own.open('o1 o2');
  expect(own.marked()).toEqual([]);
});

test('[TALK-1] when the message that is marked as read disappears, no earlier one is marked', async () => {
  const { open, hear, markRead, marked, reading } = start();
  open('t1 t2 t3');
  markRead.succeed();
  await reading('level');
  hear('t1 t2');
  expect(marked()).toEqual(['t3']);
  hear('t1 t2 t4');
  expect(marked()).toEqual(['t3', 't4']);
});

test('[TALK-1] a refused read mark is sent again when the end is next in sight, and later ones follow', async () => {
  const { send, open, hear, markRead, marked, reading } = start();
  open('t1');
  hear('t1 t2');
  markRead.fail('Lost');
  await reading('owing');
  expect(marked()).toEqual(['t1']);
  send({ type: 'SHOWN' });
  send({ type: 'AT_END' });
  expect(marked()).toEqual(['t1', 't2']);
});

test('[TALK-2] the line is above the first unread message, once that is loaded, and stays until the reader writes', () => {
  const { send, open, hear, context, done } = start();
  open('t4 t5', 3);
  expect(context().divider).toBeNull();
  hear('t1 t2 o3 t4 t5');
  expect(context().divider).toBe('t2');
  hear('t1 t2 o3 t4 t5 t6');
  expect(context()).toMatchObject({ divider: 't2', unseen: 0 });
  send({ type: 'WROTE' });
  expect([context().divider, done]).toEqual([null, ['scrollToEnd']]);
});

test('messages that arrive while the reader is scrolled up are counted, below a line of their own', () => {
  const { send, open, hear, context, done } = start();
  open('t1 t2');
  send({ type: 'ABOVE' });
  hear('t1 t2 t3');
  hear('t1 t2 t3 t4');
  expect(context()).toMatchObject({ unseen: 2, divider: 't3' });
  send({ type: 'JUMP' });
  expect(done).toEqual(['scrollToEnd']);
  hear('t1 t2 t3 t4 o5');
  expect(context()).toMatchObject({ unseen: 0, divider: null });
});

test('older messages that load, and erased ones, are not counted as new', () => {
  const { send, open, context, isIn } = start();
  const all = messagesOf('t1 t2 o3 t4');
  open('o3 t4');
  send({ type: 'ABOVE' });
  for (const messages of [all, all.filter(({ own }) => own), []]) send({ type: 'HEARD', messages });
  expect(context().unseen).toBe(0);
  expect(isIn({ open: { content: 'empty' } })).toBe(true);
});

test('it opens, fails, is retried, or is missing', () => {
  const { send, value, done } = start();
  send({ type: 'FAILED', missing: false });
  expect(value()).toBe('failed');
  send({ type: 'RETRY' });
  expect([value(), done]).toEqual(['opening', ['refetchMessages']]);
  send({ type: 'FAILED', missing: true });
  expect(value()).toBe('missing');
});

test('waiting and stuck messages and the end of the other account are states of their own', () => {
  const { send, open, has, isIn } = start();
  open('o1');
  for (const [waiting, stuck, outbox] of [
    [2, 1, 'sending'],
    [0, 1, 'stuck'],
    [0, 0, 'quiet'],
  ] as const) {
    send({ type: 'OUTBOX', waiting, stuck });
    expect(isIn({ open: { outbox } })).toBe(true);
  }
  send({ type: 'PARTNER', gone: true });
  expect(has('ended')).toBe(true);
});
