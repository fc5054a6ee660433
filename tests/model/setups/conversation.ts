import { HTTP_RETRY } from '@cruddur/shared';
import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import type { AnyMachineSnapshot, StateFrom } from 'xstate';
import type { conversationMachine } from '../../../client/src/messages/conversation.machine.ts';
import { until } from '../../support/until.ts';
import { leftOut } from '../left-out.ts';
import type { ModelState } from '../paths/model-state.ts';
import { storeSignedInSession } from '../walk/store-signed-in-session.ts';
import { abortRequest, type RequestGate } from '../walk/request-gate.ts';
import { createButtonPress } from '../walk/create-button-press.ts';
import type { ConversationContent } from '../walk/page-content.ts';
import type { PageDriver, WalkContext, WalkSetup } from '../walk/walk-setup.ts';
import { conversationModel as model } from './conversation-model.ts';

/** Enough messages for the list to scroll. */
const OLD_MESSAGES = 14;

async function open({ app, page, network }: WalkContext): Promise<PageDriver> {
  const [self, other] = await Promise.all([app.signUp(), app.signUp()]);
  const writeAsPartner = (message: string) =>
    other.callOk('sendMessage', { body: { message, handle: self.handle } });
  const { message_group_uuid: group = '' } = await writeAsPartner('The first word');
  for (let count = 2; count < OLD_MESSAGES; count++) await writeAsPartner(`Long ago ${count}`);
  const { uuid } = await writeAsPartner('The last that is read');
  await self.callOk('markMessagesRead', { params: { message_group_uuid: group }, body: { uuid } });
  await writeAsPartner('Unread');
  await storeSignedInSession(page, self);
  await page.setViewportSize({ width: 1280, height: 500 });
  const { visit, ...does } = createPageActions(page, network);
  const own: Record<string, () => Promise<unknown>> = {
    ...does,
    'open a conversation': () => visit(group),
    'open an unknown conversation': async () => {
      await visit(randomUUID());
      // The page also asks whether it is a request; that answer, too, says that there is none.
      await until(() => network.countRequests('messageRequest') > 0, { what: 'the request is requested' });
    },
    'the partner writes': () => writeAsPartner('And another thing'),
    'the partner writes out of sight': () => writeAsPartner('And one more'),
    'the other account ends': () => other.callOk('deleteAccount'),
  };
  const read = countFinishedCalls(page, '/read');
  return {
    // Steps that are not listed here happen automatically.
    userActions: Object.fromEntries(
      Object.keys(model.userActions).map((name) => [
        name,
        async () => {
          await own[name.split(' (')[0] ?? '']?.();
        },
      ]),
    ),
    prepareOutcome: { 'markRead: no answer': abortRequest },
    readHiddenEffect: { 'markRead: it is marked': read, 'markRead: no answer': read },
  };
}

/** User actions on a page, in any conversation. */
function createPageActions(page: Page, line: RequestGate) {
  const log = page.getByRole('log');
  const scroll = (by: number) => async () => {
    await log.hover();
    await page.mouse.wheel(0, by);
  };
  const write = (text: string) => async () => {
    await page.getByPlaceholder('send a direct message...').fill(text);
    await createButtonPress(page, 'Message')();
  };
  /** Executes an action that requests the messages; the answer is held until the next step. */
  const requestMessages = async (trigger: () => Promise<unknown>) => {
    const before = line.countRequests('messages');
    line.holdOperations(['messages', 'messageRequest']);
    await trigger();
    await until(() => line.countRequests('messages') > before, { what: 'the messages are requested' });
  };
  const answer = () => line.decideRequest('messages', 'through');
  let posted = 0;
  const post = (decision: 'through' | 'refused') => async () => {
    posted++;
    const isRequested = async () => {
      // The outbox sends after a moment, and the page's clock has to pass it.
      await page.clock.runFor(1);
      return line.countRequests('sendMessage') === posted;
    };
    await until(isRequested, { what: 'the message is sent' });
    await line.decideRequest('sendMessage', decision);
  };
  return {
    visit: (group: string) => requestMessages(() => page.goto(`/messages/${group}`)),
    'press Try again': () => requestMessages(createButtonPress(page, 'Try again')),
    async 'the answer comes'() {
      await line.decideRequest('messageRequest', 'through');
      await answer();
    },
    'the messages come': answer,
    async 'the server fails'() {
      // After a cut connection the page would request them again by itself.
      await line.decideRequest('messages', 'server error');
      // It is retried before it fails.
      await page.clock.runFor(HTTP_RETRY.attempts * 2 * (HTTP_RETRY.baseMs + HTTP_RETRY.jitterMs));
    },
    'scroll up': scroll(-5000),
    'scroll down': scroll(5000),
    'press Latest': () => page.locator('.to-latest').click(),
    write: write('My own word'),
    'it is sent': post('through'),
    'write in vain': write('Not to be sent'),
    'it is refused': post('refused'),
    'delete it': () => log.getByRole('button', { name: 'Delete' }).click(),
  };
}

/** The number of completed calls to an address, failed ones after their last retry, for which the page's clock advances. */
function countFinishedCalls(page: Page, ending: string): () => Promise<number> {
  let [answered, failed] = [0, 0];
  page.on('requestfinished', (request) => {
    if (request.url().endsWith(ending)) answered++;
  });
  page.on('requestfailed', (request) => {
    if (request.url().endsWith(ending)) failed++;
  });
  return async () => {
    // While an answer is awaited, the clock would run into the client's own limit on a slow machine.
    if (failed % HTTP_RETRY.attempts > 0) await page.clock.runFor(HTTP_RETRY.baseMs + HTTP_RETRY.jitterMs);
    return answered + Math.floor(failed / HTTP_RETRY.attempts);
  };
}

/** Environments in which the page is about to send the event of the next step. */
const TRANSIENT_SCENES = /^(elsewhere|loaded|nearly open|open|on the way|writing|sent|emptied)/;

function expects({ snapshot, environment }: ModelState) {
  if (TRANSIENT_SCENES.test(environment)) return {};
  if (snapshot.matches('opening')) return { blank: '' };
  if (snapshot.matches('missing')) return { blank: 'This conversation doesn’t exist' };
  if (snapshot.matches('failed')) return { blank: 'An internal server error has occured' };
  return { conversation: expectedConversation(snapshot) };
}

function expectedConversation(snapshot: AnyMachineSnapshot): ConversationContent {
  const { unseen, divider } = snapshot.context as StateFrom<typeof conversationMachine>['context'];
  const isIn = (place: string, state: string) => snapshot.matches({ open: { [place]: state } });
  const below = `${unseen} new ${unseen === 1 ? 'message' : 'messages'} below`;
  return {
    latest: isIn('scroll', 'above') ? (unseen > 0 ? below : 'Latest message') : '',
    hasLine: divider !== null && !isIn('content', 'empty'),
    unsent: isIn('outbox', 'sending') ? 'Sending' : isIn('outbox', 'stuck') ? 'Not sent' : '',
    isEmpty: isIn('content', 'empty'),
    isEnded: snapshot.hasTag('ended'),
  };
}

export const conversationWalk: WalkSetup = {
  model,
  openPage: open,
  expectContent: expects,
  operationByActor: { markRead: 'markMessagesRead' },
  heldOperations: ['sendMessage'],
  leftOut: leftOut.conversation,
};
