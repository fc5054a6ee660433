import {
  conversationMachine,
  type ConversationEvent,
  type Said,
} from '../../../client/src/machines/conversation.machine.ts';
import { conversationSamples } from '../../../client/src/machines/samples/conversation.ts';
import type { Act, Model, Scene } from '../paths/model.ts';

const { events, outcomes } = conversationSamples;

/** How much may be said on one walk. Scenes of an open conversation end in how much it was so far. */
const TURNS = [1, 2, 3, 4, 5, 6, 7, 8];
const at = (place: string, turn: number): Scene => `${place}, ${turn} said`;
/** Whose turn it is, so that a list alone says what was said by whom. */
const isOwn = (turn: number) => turn % 3 === 0;

/** All that was said, newest first. */
const said = (turn: number): Said[] =>
  TURNS.slice(0, turn)
    .reverse()
    .map((minute) => ({
      ...{ uuid: `message-${minute}`, own: isOwn(minute) },
      at: new Date(Date.UTC(2026, 10, 20, 9, minute)).toISOString(),
    }));
const heard = (turn: number): ConversationEvent => ({ type: 'HEARD', messages: said(turn) });

type Way = { event: ConversationEvent; from: string; to: string };

/** The same act at every turn, or at some; nothing is said by it. */
function anyTime(name: string, { event, from, to }: Way, turns = TURNS): Record<string, Act> {
  const each = (turn: number) => ({ event, given: [at(from, turn)], leaves: at(to, turn) });
  return Object.fromEntries(turns.map((turn) => [`${name} (${from}, ${turn})`, each(turn)]));
}

/** An act by which one thing more is said, at the turns of who says it. */
function saying(name: string, { from, to, own }: Omit<Way, 'event'> & { own: boolean }): Record<string, Act> {
  const turns = TURNS.slice(1).filter((turn) => isOwn(turn) === own);
  const each = (turn: number) => ({ event: heard(turn), given: [at(from, turn - 1)], leaves: at(to, turn) });
  return Object.fromEntries(turns.map((turn) => [`${name} (${from}, ${turn})`, each(turn)]));
}

const beforeOwn = TURNS.filter((turn) => isOwn(turn + 1));
const foot = { event: events['scroll to the end'], to: 'at the end' };
const quiet = { event: events['no message waits'], to: 'at the end' };

/** Scenes say where somebody is in the conversation, and tie what the page tells by itself to what has brought it about. */
export const conversationModel: Model = {
  machine: conversationMachine,
  scene: 'elsewhere',
  acts: {
    'open a conversation': { event: { type: 'ARRIVE' }, given: ['elsewhere'], leaves: 'loading' },
    'open none that is there': { event: { type: 'ARRIVE' }, given: ['elsewhere'], leaves: 'loading none' },
    'the answer comes': {
      event: events['there is no such conversation'],
      given: ['loading none'],
      leaves: 'none',
    },
    'the line is cut': { event: events['it cannot be loaded'], given: ['loading'], leaves: 'cut off' },
    'press Try again': { event: events['press Try again'], given: ['cut off'], leaves: 'loading' },
    'the messages come': {
      event: { type: 'OPENED', messages: said(1), unread: 1 },
      ...{ given: ['loading'], leaves: at('loaded', 1) },
    },
    // What the page tells by itself once it is open.
    ...anyTime('the outbox is known', {
      event: events['no message waits'],
      from: 'loaded',
      to: 'nearly open',
    }),
    ...anyTime('the other is known', {
      ...{ event: events['the other account is there'], from: 'nearly open', to: 'open' },
    }),
    ...anyTime('the foot is painted', { ...foot, from: 'open' }),
    ...saying('they say something', { from: 'at the end', to: 'at the end', own: false }),
    ...saying('they say something unseen', { from: 'above', to: 'above', own: false }),
    ...anyTime('scroll up', { event: events['scroll up'], from: 'at the end', to: 'above' }),
    ...anyTime('scroll down', { ...foot, from: 'above' }),
    ...anyTime('press Latest', { event: events['press Latest'], from: 'above', to: 'on the way' }),
    ...anyTime('the foot is reached', { ...foot, from: 'on the way' }),
    ...anyTime('write', { event: events['write something'], from: 'at the end', to: 'writing' }, beforeOwn),
    ...anyTime('it waits', { event: events['a message waits to be sent'], from: 'writing', to: 'sending' }),
    ...saying('it is sent', { from: 'sending', to: 'sent', own: true }),
    ...anyTime('nothing waits', { ...quiet, from: 'sent' }),
    ...anyTime('write too much', {
      ...{ event: events['write something'], from: 'at the end', to: 'writing too much' },
    }),
    ...anyTime('too much waits', {
      ...{ event: events['a message waits to be sent'], from: 'writing too much', to: 'sending too much' },
    }),
    ...anyTime('it is refused', {
      ...{ event: events['a message could not be sent'], from: 'sending too much', to: 'stuck' },
    }),
    ...anyTime('delete it', { ...quiet, from: 'stuck' }),
    // While only they have said something.
    ...anyTime(
      'the other account ends',
      { event: events['all of it is erased'], from: 'at the end', to: 'emptied' },
      [1, 2],
    ),
    ...anyTime('its end is known', { event: events['the other account ends'], from: 'emptied', to: 'ended' }),
  },
  endings: { markRead: outcomes.markRead },
};
