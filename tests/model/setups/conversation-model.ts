import {
  conversationMachine,
  type ConversationEvent,
  type ConversationMessage,
} from '../../../client/src/messages/conversation.machine.ts';
import { conversationSamples } from '../../../client/devtools/samples/content.ts';
import type { UserAction, Model, EnvironmentState } from '../paths/model.ts';

const { events, outcomes } = conversationSamples;

/** The maximum of messages on one walk. Environments of an open conversation end in their number so far. */
const TURNS = [1, 2, 3, 4, 5, 6, 7, 8];
const environmentAt = (place: string, turn: number): EnvironmentState => `${place}, ${turn} said`;
/** The author of each message, so that a list alone tells who wrote which. */
const isOwn = (turn: number) => turn % 3 === 0;

/** All messages, newest first. */
const messagesUpTo = (turn: number): ConversationMessage[] =>
  TURNS.slice(0, turn)
    .reverse()
    .map((minute) => ({
      uuid: `message-${minute}`,
      own: isOwn(minute),
      at: new Date(Date.UTC(2026, 10, 20, 9, minute)).toISOString(),
    }));
const createReceivedEvent = (turn: number): ConversationEvent => ({
  type: 'HEARD',
  messages: messagesUpTo(turn),
});

type EnvironmentChange = { event: ConversationEvent; from: string; to: string };

/** The same action for every number of messages, or for some; it adds no message. */
function atAnyTurn(
  name: string,
  { event, from, to }: EnvironmentChange,
  turns = TURNS,
): Record<string, UserAction> {
  const each = (turn: number) => ({
    event,
    given: [environmentAt(from, turn)],
    leaves: environmentAt(to, turn),
  });
  return Object.fromEntries(turns.map((turn) => [`${name} (${from}, ${turn})`, each(turn)]));
}

/** An action that adds a message, when it is its author's turn. */
function addingMessage(
  name: string,
  { from, to, own }: Omit<EnvironmentChange, 'event'> & { own: boolean },
): Record<string, UserAction> {
  const turns = TURNS.slice(1).filter((turn) => isOwn(turn) === own);
  const each = (turn: number) => ({
    event: createReceivedEvent(turn),
    given: [environmentAt(from, turn - 1)],
    leaves: environmentAt(to, turn),
  });
  return Object.fromEntries(turns.map((turn) => [`${name} (${from}, ${turn})`, each(turn)]));
}

const beforeOwn = TURNS.filter((turn) => isOwn(turn + 1));
const scrolledToEnd = { event: events['scroll to the end'], to: 'at the end' };
const nonePending = { event: events['no message waits'], to: 'at the end' };

/** Environments describe the reader's position in the conversation, and tie events of the page to the action that caused them. */
export const conversationModel: Model = {
  machine: conversationMachine,
  initialEnvironment: 'elsewhere',
  userActions: {
    'open a conversation': { event: { type: 'ARRIVE' }, given: ['elsewhere'], leaves: 'loading' },
    'open an unknown conversation': {
      event: { type: 'ARRIVE' },
      given: ['elsewhere'],
      leaves: 'loading none',
    },
    'the answer comes': {
      event: events['there is no such conversation'],
      given: ['loading none'],
      leaves: 'none',
    },
    'the server fails': { event: events['it cannot be loaded'], given: ['loading'], leaves: 'failed' },
    'press Try again': { event: events['press Try again'], given: ['failed'], leaves: 'loading' },
    'the messages come': {
      event: { type: 'OPENED', messages: messagesUpTo(1), unread: 1 },
      given: ['loading'],
      leaves: environmentAt('loaded', 1),
    },
    // Events of the page itself once it is open.
    ...atAnyTurn('the outbox is known', {
      event: events['no message waits'],
      from: 'loaded',
      to: 'nearly open',
    }),
    ...atAnyTurn('the partner is known', {
      event: events['the partner has an account'],
      from: 'nearly open',
      to: 'open',
    }),
    ...atAnyTurn('the end is rendered', { ...scrolledToEnd, from: 'open' }),
    ...addingMessage('the partner writes', { from: 'at the end', to: 'at the end', own: false }),
    ...addingMessage('the partner writes out of sight', { from: 'above', to: 'above', own: false }),
    ...atAnyTurn('scroll up', { event: events['scroll up'], from: 'at the end', to: 'above' }),
    ...atAnyTurn('scroll down', { ...scrolledToEnd, from: 'above' }),
    ...atAnyTurn('press Latest', { event: events['press Latest'], from: 'above', to: 'on the way' }),
    ...atAnyTurn('the end is reached', { ...scrolledToEnd, from: 'on the way' }),
    ...atAnyTurn('write', { event: events['write a message'], from: 'at the end', to: 'writing' }, beforeOwn),
    ...atAnyTurn('it waits', { event: events['a message waits to be sent'], from: 'writing', to: 'sending' }),
    ...addingMessage('it is sent', { from: 'sending', to: 'sent', own: true }),
    ...atAnyTurn('nothing waits', { ...nonePending, from: 'sent' }),
    ...atAnyTurn('write in vain', {
      event: events['write a message'],
      from: 'at the end',
      to: 'writing in vain',
    }),
    ...atAnyTurn('it waits in vain', {
      event: events['a message waits to be sent'],
      from: 'writing in vain',
      to: 'sending in vain',
    }),
    ...atAnyTurn('it is refused', {
      event: events['a message could not be sent'],
      from: 'sending in vain',
      to: 'stuck',
    }),
    ...atAnyTurn('delete it', { ...nonePending, from: 'stuck' }),
    // While only the partner has written.
    ...atAnyTurn(
      'the other account ends',
      { event: events['all messages are deleted'], from: 'at the end', to: 'emptied' },
      [1, 2],
    ),
    ...atAnyTurn('its end is known', {
      event: events['the partner deletes the account'],
      from: 'emptied',
      to: 'ended',
    }),
  },
  actorOutcomes: { markRead: outcomes.markRead },
};
