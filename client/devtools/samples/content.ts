import { LIFETIME_MS, MESSAGE_MAX, OUTBOX_RETENTION_MS } from '@cruddur/shared';
import type { ComposeInput, composeMachine } from '../../src/cruds/compose.machine.ts';
import type { conversationMachine, ConversationMessage } from '../../src/messages/conversation.machine.ts';
import type { ExpiryInput, expiryMachine } from '../../src/cruds/expiry.machine.ts';
import type { OutboxInput, outboxMachine } from '../../src/sync/outbox/outbox-item.machine.ts';
import type { SamplesOf } from './machine-samples.ts';
import { apiError, NO_ANSWER_ERROR } from './sample-values.ts';

const newOperationId = () => 'f3f0c9f4-5d0e-4e1b-8a86-0d9f0c6f2b7e';
const composeInput: ComposeInput = { kind: 'crud', newOperationId };

export const composeSamples = {
  input: () => composeInput,
  otherInputs: {
    'a composer that is always open': (): ComposeInput => ({ kind: 'message', open: true, newOperationId }),
  },
  events: {
    'open it': { type: 'OPEN' },
    'close it': { type: 'CLOSE' },
    'type a text': { type: 'TYPE', text: 'Deploy is green on the first try.' },
    'type on': { type: 'TYPE', text: 'Deploy is green on the first try. I do not trust it.' },
    'empty the text': { type: 'TYPE', text: '' },
    'type too much': { type: 'TYPE', text: 'Green! '.repeat(MESSAGE_MAX / 7 + 1).trim() },
    'choose an hour': { type: 'CHOOSE', ttl: '1-hour' },
    'choose seven days': { type: 'CHOOSE', ttl: '7-days' },
    'press Crud': { type: 'SUBMIT' },
    'another tab changes the draft': {
      type: 'RESTORE',
      draft: { text: 'From another tab', ttl: '1-day', operationId: null },
    },
    'another tab sends the draft': { type: 'RESTORE', draft: null },
  },
  outcomes: {
    submit: {
      'it is accepted': { output: null },
      'refused as too long': apiError('message_exceed_max_chars_1024'),
      'no answer': NO_ANSWER_ERROR,
    },
  },
} satisfies SamplesOf<typeof composeMachine>;

/** Shorter than the back-off after two failed attempts. */
const NEARLY_STALE_MS = 500;

export const outboxSamples = {
  // Written so long ago that it can also become stale.
  input: ({ now }): OutboxInput => ({ at: now() - OUTBOX_RETENTION_MS + NEARLY_STALE_MS, now }),
  events: { 'the connection may be back': { type: 'WAKE' } },
  outcomes: {
    attempt: {
      'the server accepts it': { output: { kind: 'done' } },
      'the server refuses it': { output: { kind: 'refused' } },
      'no answer': { output: { kind: 'unknown' } },
      'it throws': { error: new Error('broken') },
    },
  },
} satisfies SamplesOf<typeof outboxMachine>;

export const expirySamples = {
  input: ({ now }): ExpiryInput => ({ end: now() + LIFETIME_MS['1-hour'], now, allowsMotion: () => true }),
  events: {
    'it never ends': { type: 'ENDS', end: Infinity },
    'it has ended': { type: 'ENDS', end: 0 },
    'its row leaves the screen': { type: 'LEFT' },
  },
  outcomes: {},
} satisfies SamplesOf<typeof expiryMachine>;

/** @param minute after nine, which also names the message */
const sampleMessage = (minute: number, own: boolean): ConversationMessage => ({
  uuid: `message-${minute}`,
  own,
  at: new Date(Date.UTC(2026, 10, 20, 9, minute)).toISOString(),
});
const firstMessages = [sampleMessage(1, false)];
const afterPartner = [sampleMessage(2, false), ...firstMessages];
const afterOwn = [sampleMessage(3, true), ...afterPartner];

export const conversationSamples = {
  events: {
    'it is loaded, with one unread message': { type: 'OPENED', messages: firstMessages, unread: 1 },
    'it is loaded, and is empty': { type: 'OPENED', messages: [], unread: 0 },
    'there is no such conversation': { type: 'FAILED', missing: true },
    'it cannot be loaded': { type: 'FAILED', missing: false },
    'press Try again': { type: 'RETRY' },
    'the partner writes': { type: 'HEARD', messages: afterPartner },
    'an own message is added': { type: 'HEARD', messages: afterOwn },
    'the last message is deleted': { type: 'HEARD', messages: firstMessages },
    'all messages are deleted': { type: 'HEARD', messages: [] },
    'scroll to the end': { type: 'AT_END' },
    'scroll up': { type: 'ABOVE' },
    'show the page': { type: 'SHOWN' },
    'hide the page': { type: 'HIDDEN' },
    'press Latest': { type: 'JUMP' },
    'write a message': { type: 'WROTE' },
    'a message waits to be sent': { type: 'OUTBOX', waiting: 1, stuck: 0 },
    'a message could not be sent': { type: 'OUTBOX', waiting: 0, stuck: 1 },
    'no message waits': { type: 'OUTBOX', waiting: 0, stuck: 0 },
    'the partner deletes the account': { type: 'PARTNER', gone: true },
    'the partner has an account': { type: 'PARTNER', gone: false },
  },
  outcomes: { markRead: { 'it is marked': { output: null }, 'no answer': NO_ANSWER_ERROR } },
} satisfies SamplesOf<typeof conversationMachine>;
