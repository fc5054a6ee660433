import { MESSAGE_MAX, RETRY } from '@cruddur/shared';
import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import type { AnyMachineSnapshot, StateFrom } from 'xstate';
import type { conversationMachine } from '../../../client/src/machines/conversation.machine.ts';
import { until } from '../../support/until.ts';
import { leftOut } from '../left-out.ts';
import type { Moment } from '../paths/moment.ts';
import { beSignedIn } from '../walk/be-signed-in.ts';
import { cutTheLine, type Line } from '../walk/line.ts';
import { pressOn } from '../walk/press.ts';
import type { Talk } from '../walk/shown.ts';
import type { Cast, Stage, World } from '../walk/world.ts';
import { conversationModel as model } from './conversation-model.ts';

/** More than the server takes. */
const TOO_MUCH = 'é'.repeat(MESSAGE_MAX + 1);
/** So much that there is something to scroll. */
const LONG_AGO = 14;

async function open({ app, page, line }: Stage): Promise<Cast> {
  const [self, other] = await Promise.all([app.signUp(), app.signUp()]);
  const say = (message: string) => other.ask('sendMessage', { body: { message, handle: self.handle } });
  const { message_group_uuid: group = '' } = await say('The first word');
  for (let count = 2; count < LONG_AGO; count++) await say(`Long ago ${count}`);
  const { uuid } = await say('The last that is read');
  await self.ask('markMessagesRead', { params: { message_group_uuid: group }, body: { uuid } });
  await say('Unread');
  await beSignedIn(page, self);
  await page.setViewportSize({ width: 1280, height: 500 });
  const { visit, ...does } = actsOn(page, line);
  const own: Record<string, () => Promise<unknown>> = {
    ...does,
    'open a conversation': () => visit(group),
    'open none that is there': () => visit(randomUUID()),
    'they say something': () => say('And another thing'),
    'they say something unseen': () => say('And one more'),
    'the other account ends': () => other.ask('deleteAccount'),
  };
  const read = countAnswers(page, '/read');
  return {
    // What is not listed here happens by itself.
    acts: Object.fromEntries(
      Object.keys(model.acts).map((name) => [
        name,
        async () => {
          await own[name.split(' (')[0] ?? '']?.();
        },
      ]),
    ),
    endings: { 'markRead: no answer': cutTheLine },
    unseen: { 'markRead: the server knows': read, 'markRead: no answer': read },
  };
}

/** What somebody does at a page, whatever the conversation. */
function actsOn(page: Page, line: Line) {
  const log = page.getByRole('log');
  const scroll = (by: number) => async () => {
    await log.hover();
    await page.mouse.wheel(0, by);
  };
  const write = (text: string) => async () => {
    await page.getByPlaceholder('send a direct message...').fill(text);
    await pressOn(page, 'Message')();
  };
  /** Does what asks for the messages, whose answer waits for what comes next. */
  const ask = async (act: () => Promise<unknown>) => {
    const before = line.count('messages');
    line.hold(['messages']);
    await act();
    await until(() => line.count('messages') > before, { what: 'the messages are asked for' });
  };
  const answer = () => line.decide('messages', 'through');
  let posted = 0;
  const post = async () => {
    posted++;
    const isAsked = async () => {
      // The outbox sends in a moment, and that moment has to pass.
      await page.clock.runFor(1);
      return line.count('sendMessage') === posted;
    };
    await until(isAsked, { what: 'the message is sent' });
    await line.decide('sendMessage', 'through');
  };
  return {
    visit: (group: string) => ask(() => page.goto(`/messages/${group}`)),
    'press Try again': () => ask(pressOn(page, 'Try again')),
    'the answer comes': answer,
    'the messages come': answer,
    async 'the line is cut'() {
      await line.decide('messages', 'cut');
      // It is tried again before it is given up.
      await page.clock.runFor(RETRY.attempts * 2 * (RETRY.baseMs + RETRY.jitterMs));
    },
    'scroll up': scroll(-5000),
    'scroll down': scroll(5000),
    'press Latest': () => page.locator('.to-latest').click(),
    write: write('My own word'),
    'it is sent': post,
    'write too much': write(TOO_MUCH),
    'it is refused': post,
    'delete it': () => log.getByRole('button', { name: 'Delete' }).click(),
  };
}

/** How many calls to an address have come to their end, failed ones once they are given up. Time passes meanwhile. */
function countAnswers(page: Page, ending: string): () => Promise<number> {
  let [answered, failed] = [0, 0];
  page.on('requestfinished', (request) => {
    if (request.url().endsWith(ending)) answered++;
  });
  page.on('requestfailed', (request) => {
    if (request.url().endsWith(ending)) failed++;
  });
  return async () => {
    await page.clock.runFor(RETRY.baseMs + RETRY.jitterMs);
    return answered + Math.floor(failed / RETRY.attempts);
  };
}

/** Scenes in which the page is about to tell what the next step says. */
const UNDERWAY = /^(elsewhere|loaded|nearly open|open|on the way|writing|sent|emptied)/;

function expects({ snapshot, scene }: Moment) {
  if (UNDERWAY.test(scene)) return {};
  if (snapshot.matches('opening')) return { blank: '' };
  if (snapshot.matches('missing')) return { blank: 'There is no such conversation' };
  if (snapshot.matches('failed')) return { blank: 'An internal server error has occured' };
  return { talk: talkAt(snapshot) };
}

function talkAt(snapshot: AnyMachineSnapshot): Talk {
  const { unseen, line } = snapshot.context as StateFrom<typeof conversationMachine>['context'];
  const isIn = (place: string, state: string) => snapshot.matches({ open: { [place]: state } });
  const below = `${unseen} new ${unseen === 1 ? 'message' : 'messages'} below`;
  return {
    latest: isIn('place', 'above') ? (unseen > 0 ? below : 'Latest message') : '',
    hasLine: line !== null && !isIn('content', 'empty'),
    unsent: isIn('outbox', 'sending') ? 'Sending' : isIn('outbox', 'stuck') ? 'Not sent' : '',
    isEmpty: isIn('content', 'empty'),
    isEnded: snapshot.hasTag('ended'),
  };
}

export const conversationWorld: World = {
  ...{ model, open, expects },
  calls: { markRead: 'markMessagesRead' },
  holds: ['sendMessage'],
  leftOut: leftOut.conversation,
};
