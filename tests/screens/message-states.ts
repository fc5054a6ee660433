import { REMOVED_MESSAGE, type ConversationLifetime, type DirectMessage } from '@cruddur/shared';
import type { Page } from 'playwright-core';
import {
  asBlocked,
  asBlocker,
  answerWithEmptyList,
  answerWith500,
  neverAnswer,
  heading,
  skeleton,
  textOnPage,
  type ScreenState,
} from './screen-state.ts';

const GROUPS = '**/api/message_groups*';
const MESSAGES = '**/api/messages/*';
const composer = 'send a direct message...';

/** Opens the menu of the viewer's latest message. */
async function openMessageMenu(page: Page): Promise<void> {
  const own = page.locator('.own .message').last();
  await own.hover();
  await own.getByRole('button', { name: 'More about this message' }).click();
}

/** Conversations. */
export const messageStates: readonly ScreenState[] = [
  { name: 'messages', role: 'person', path: '/messages', locateResult: textOnPage('Andrew Bayko') },
  {
    name: 'messages-empty',
    role: 'newcomer',
    path: '/messages',
    locateResult: textOnPage('Nothing to see here yet'),
  },
  {
    name: 'messages-loading',
    role: 'person',
    path: '/messages',
    routeRequests: neverAnswer(GROUPS),
    locateResult: skeleton,
  },
  {
    name: 'messages-failed',
    role: 'person',
    path: '/messages',
    routeRequests: answerWith500(GROUPS),
    locateResult: textOnPage('Your messages are safe'),
    allowsFailedCalls: true,
  },
  {
    name: 'conversation',
    role: 'person',
    path: ({ conversationPath }) => conversationPath,
    locateResult: (page) => page.getByPlaceholder(composer),
  },
  {
    name: 'conversation-menu',
    role: 'person',
    path: ({ conversationPath }) => conversationPath,
    interact: (page) => page.getByRole('button', { name: 'More about this conversation' }).click(),
    locateResult: (page) => page.getByRole('menu'),
  },
  {
    name: 'conversation-message-menu',
    role: 'person',
    path: ({ conversationPath }) => conversationPath,
    interact: openMessageMenu,
    locateResult: textOnPage('Remove for everyone'),
  },
  {
    name: 'conversation-removing',
    role: 'person',
    path: ({ conversationPath }) => conversationPath,
    interact: async (page) => {
      await openMessageMenu(page);
      await page.getByRole('menuitem', { name: 'Remove for everyone' }).click();
    },
    locateResult: heading('Remove this message?'),
  },
  {
    name: 'conversation-removed',
    role: 'person',
    path: ({ conversationPath }) => conversationPath,
    routeRequests: (page) =>
      page.route(MESSAGES, async (route) => {
        const response = await route.fetch();
        const messages = (await response.json()) as DirectMessage[];
        const removed = { message: REMOVED_MESSAGE, removed: true };
        const json = messages.map((message, index) =>
          index % 3 === 0 ? { ...message, ...removed } : message,
        );
        await route.fulfill({ response, json });
      }),
    locateResult: textOnPage(REMOVED_MESSAGE),
  },
  {
    name: 'conversation-disappearing',
    role: 'person',
    path: ({ conversationPath }) => conversationPath,
    routeRequests: (page) =>
      page.route('**/api/message_groups/*/lifetime', async (route) => {
        const response = await route.fetch();
        const { message_group_uuid } = (await response.json()) as ConversationLifetime;
        const change = { lifetime: '1-hour', changed_by: 'bayko', changed_at: new Date().toISOString() };
        await route.fulfill({ response, json: { message_group_uuid, ...change } });
      }),
    locateResult: textOnPage('set messages to disappear after 1 hour.'),
  },
  {
    name: 'conversation-new',
    role: 'person',
    path: ({ unknownHandle }) => `/messages/new/${unknownHandle}`,
    locateResult: textOnPage('Unlike a crud, it stays'),
  },
  {
    name: 'conversation-too-long',
    role: 'person',
    path: ({ unknownHandle }) => `/messages/new/${unknownHandle}`,
    interact: (page) => page.getByPlaceholder(composer).fill('And another thing. '.repeat(58)),
    locateResult: (page) => page.getByRole('img', { name: /over$/ }),
  },
  {
    name: 'conversation-not-sent',
    role: 'person',
    path: ({ unknownHandle }) => `/messages/new/${unknownHandle}`,
    routeRequests: (page) =>
      page.route('**/api/messages', (route) => route.fulfill({ status: 422, json: ['message_blank'] })),
    interact: async (page) => {
      await page.getByPlaceholder(composer).fill('Can you hear me?');
      await page.getByRole('button', { name: 'Message', exact: true }).click();
    },
    locateResult: textOnPage('Edit'),
    allowsFailedCalls: true,
  },
  {
    name: 'conversation-blocked',
    role: 'person',
    path: ({ conversationPath }) => conversationPath,
    routeRequests: asBlocker,
    locateResult: textOnPage(/^You blocked @/),
  },
  {
    name: 'conversation-not-allowed',
    role: 'person',
    path: ({ conversationPath }) => conversationPath,
    routeRequests: asBlocked,
    locateResult: textOnPage('You can’t message this person'),
  },
  {
    name: 'conversation-loading',
    role: 'person',
    path: ({ conversationPath }) => conversationPath,
    routeRequests: neverAnswer(MESSAGES),
    locateResult: skeleton,
  },
  {
    name: 'conversation-failed',
    role: 'person',
    path: ({ conversationPath }) => conversationPath,
    routeRequests: answerWith500(MESSAGES),
    locateResult: textOnPage('Try again'),
    allowsFailedCalls: true,
  },
  {
    name: 'conversation-empty',
    role: 'person',
    path: ({ conversationPath }) => conversationPath,
    routeRequests: answerWithEmptyList(MESSAGES),
    locateResult: textOnPage('Unlike a crud, it stays'),
  },
  {
    name: 'conversation-nowhere',
    role: 'person',
    path: '/messages/00000000-0000-4000-8000-000000000000',
    locateResult: heading('This conversation doesn’t exist'),
    allowsFailedCalls: true,
  },
];
