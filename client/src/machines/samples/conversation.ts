import type { conversationMachine, ConversationMessage } from '../conversation.machine.ts';
import type { SamplesOf } from './machine-samples.ts';
import { NO_ANSWER_ERROR } from './provider-errors.ts';

/** A message of a morning, by its minute. */
const sampleMessage = (minute: number, own: boolean): ConversationMessage => ({
  uuid: `message-${minute}`,
  own,
  at: new Date(Date.UTC(2026, 10, 20, 9, minute)).toISOString(),
});
const first = [sampleMessage(1, false)];
const theirs = [sampleMessage(2, false), ...first];
const own = [sampleMessage(3, true), ...theirs];

export const conversationSamples = {
  events: {
    'it is loaded, one of them unread': { type: 'OPENED', messages: first, unread: 1 },
    'it is loaded, and nothing was said yet': { type: 'OPENED', messages: [], unread: 0 },
    'there is no such conversation': { type: 'FAILED', missing: true },
    'it cannot be loaded': { type: 'FAILED', missing: false },
    'press Try again': { type: 'RETRY' },
    'they say something': { type: 'HEARD', messages: theirs },
    'an own message appears': { type: 'HEARD', messages: own },
    'their last message is erased': { type: 'HEARD', messages: first },
    'all of it is erased': { type: 'HEARD', messages: [] },
    'scroll to the end': { type: 'AT_END' },
    'scroll up': { type: 'ABOVE' },
    'come back to the page': { type: 'SHOWN' },
    'leave the page behind': { type: 'HIDDEN' },
    'press Latest': { type: 'JUMP' },
    'write something': { type: 'WROTE' },
    'a message waits to be sent': { type: 'OUTBOX', waiting: 1, stuck: 0 },
    'a message could not be sent': { type: 'OUTBOX', waiting: 0, stuck: 1 },
    'no message waits': { type: 'OUTBOX', waiting: 0, stuck: 0 },
    'the other account ends': { type: 'PARTNER', gone: true },
    'the other account is there': { type: 'PARTNER', gone: false },
  },
  outcomes: { markRead: { 'the server knows': { output: null }, 'no answer': NO_ANSWER_ERROR } },
} satisfies SamplesOf<typeof conversationMachine>;
