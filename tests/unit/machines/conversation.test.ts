import { expect, test } from 'vitest';
import { createActor, waitFor } from 'xstate';
import {
  conversationMachine,
  type ConversationMessage,
} from '../../../client/src/machines/conversation.machine.ts';
import { createManualActor } from './manual-actor.ts';

/** `t` is the partner's message, `o` is the viewer's; oldest first. */
function messagesOf(...names: string[]): ConversationMessage[] {
  const at = (place: number) => new Date(Date.UTC(2030, 0, 1, 0, place)).toISOString();
  return names.map((uuid, place) => ({ uuid, own: uuid.startsWith('o'), at: at(place) })).reverse();
}

function start() {
  const markRead = createManualActor<unknown, { uuid: string }>();
  const done: string[] = [];
  const actor = createActor(
    conversationMachine.provide({
      actors: { markRead: markRead.logic },
      actions: {
        scrollToEnd: () => done.push('scrollToEnd'),
        refetchMessages: () => done.push('refetchMessages'),
      },
    }),
  ).start();
  const open = (messages: ConversationMessage[], unread = 0) => {
    actor.send({ type: 'OPENED', messages, unread });
    actor.send({ type: 'AT_END' });
  };
  const reading = (state: 'level' | 'telling' | 'owing') =>
    waitFor(actor, (snapshot) => snapshot.matches({ open: { reading: state } }), { timeout: 5000 });
  const marked = () => markRead.calls.map(({ uuid }) => uuid);
  const context = () => actor.getSnapshot().context;
  return { actor, markRead, done, open, reading, marked, context };
}

test('[TALK-1] it counts as read once its newest message is in sight on a visible page, and not before', async () => {
  const { actor, markRead, marked, reading } = start();
  actor.send({ type: 'OPENED', messages: messagesOf('t1', 'o2', 't3'), unread: 1 });
  actor.send({ type: 'HIDDEN' });
  expect(marked()).toEqual([]);
  actor.send({ type: 'AT_END' });
  expect(marked()).toEqual([]);
  actor.send({ type: 'SHOWN' });
  expect(marked()).toEqual(['t3']);
  markRead.succeed(null);
  await reading('level');
  actor.send({ type: 'ABOVE' });
  actor.send({ type: 'HEARD', messages: messagesOf('t1', 'o2', 't3', 't4') });
  expect(marked()).toEqual(['t3']);
  actor.send({ type: 'AT_END' });
  expect(marked()).toEqual(['t3', 't4']);
});

test('[TALK-1] when the message that is marked as read disappears, no earlier one is marked', async () => {
  const { actor, markRead, marked, open, reading } = start();
  const messages = messagesOf('t1', 't2', 't3');
  open(messages);
  markRead.succeed(null);
  await reading('level');
  actor.send({ type: 'HEARD', messages: messages.slice(1) });
  expect(marked()).toEqual(['t3']);
  actor.send({
    type: 'HEARD',
    messages: messagesOf('t1', 't2', 't3', 't4').filter(({ uuid }) => uuid !== 't3'),
  });
  expect(marked()).toEqual(['t3', 't4']);
});

test('[TALK-1] a refused read mark is sent again when the end is next in sight, and later ones follow', async () => {
  const { actor, markRead, marked, open, reading } = start();
  open(messagesOf('t1'));
  actor.send({ type: 'HEARD', messages: messagesOf('t1', 't2') });
  markRead.fail('Lost');
  await reading('owing');
  expect(marked()).toEqual(['t1']);
  actor.send({ type: 'SHOWN' });
  actor.send({ type: 'AT_END' });
  expect(marked()).toEqual(['t1', 't2']);
});

test('[TALK-1] the viewer’s own messages need no read mark', () => {
  const { marked, open } = start();
  open(messagesOf('o1', 'o2'));
  expect(marked()).toEqual([]);
});

test('[TALK-2] the line is above the first unread message, and stays until the reader writes', () => {
  const { actor, context, done, open } = start();
  open(messagesOf('t1', 't2', 'o3', 't4', 't5'), 3);
  expect(context().divider).toBe('t2');
  actor.send({ type: 'HEARD', messages: messagesOf('t1', 't2', 'o3', 't4', 't5', 't6') });
  expect(context()).toMatchObject({ divider: 't2', unseen: 0 });
  actor.send({ type: 'WROTE' });
  expect([context().divider, done]).toEqual([null, ['scrollToEnd']]);
});

test('[TALK-2] the line of a message that is not loaded is drawn once it is', () => {
  const { actor, context, open } = start();
  const all = messagesOf('t1', 't2', 't3', 't4');
  open(all.slice(0, 2), 3);
  expect(context().divider).toBeNull();
  actor.send({ type: 'HEARD', messages: all });
  expect(context().divider).toBe('t2');
});

test('[TALK-3] messages that arrive while the reader is scrolled up are counted, below a line of their own', () => {
  const { actor, context, done, open } = start();
  open(messagesOf('t1', 't2'));
  actor.send({ type: 'ABOVE' });
  actor.send({ type: 'HEARD', messages: messagesOf('t1', 't2', 't3') });
  actor.send({ type: 'HEARD', messages: messagesOf('t1', 't2', 't3', 't4') });
  expect(context()).toMatchObject({ unseen: 2, divider: 't3' });
  actor.send({ type: 'JUMP' });
  expect(done).toEqual(['scrollToEnd']);
  actor.send({ type: 'HEARD', messages: messagesOf('t1', 't2', 't3', 't4', 'o5') });
  expect(context()).toMatchObject({ unseen: 0, divider: null });
});

test('[TALK-3] older messages that load, and erased ones, are not counted as new', () => {
  const { actor, context, open } = start();
  const all = messagesOf('t1', 't2', 'o3', 't4');
  open(all.slice(0, 2));
  actor.send({ type: 'ABOVE' });
  actor.send({ type: 'HEARD', messages: all });
  actor.send({ type: 'HEARD', messages: all.filter(({ own }) => own) });
  actor.send({ type: 'HEARD', messages: [] });
  expect(context().unseen).toBe(0);
  expect(actor.getSnapshot().matches({ open: { content: 'empty' } })).toBe(true);
});

test('[TALK-4] it opens, fails, is retried, or is missing', () => {
  const { actor, done } = start();
  actor.send({ type: 'FAILED', missing: false });
  expect(actor.getSnapshot().value).toBe('failed');
  actor.send({ type: 'RETRY' });
  expect([actor.getSnapshot().value, done]).toEqual(['opening', ['refetchMessages']]);
  actor.send({ type: 'FAILED', missing: true });
  expect(actor.getSnapshot().value).toBe('missing');
});

test('[TALK-4] waiting and stuck messages and the end of the other account are states of their own', () => {
  const { actor, open } = start();
  open(messagesOf('o1'));
  const outbox = () => actor.getSnapshot().value as { open: { outbox: string } };
  actor.send({ type: 'OUTBOX', waiting: 2, stuck: 1 });
  expect(outbox().open.outbox).toBe('sending');
  actor.send({ type: 'OUTBOX', waiting: 0, stuck: 1 });
  expect(outbox().open.outbox).toBe('stuck');
  actor.send({ type: 'OUTBOX', waiting: 0, stuck: 0 });
  expect(outbox().open.outbox).toBe('quiet');
  actor.send({ type: 'PARTNER', gone: true });
  expect(actor.getSnapshot().hasTag('ended')).toBe(true);
});
