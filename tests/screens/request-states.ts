import type { Me, MessageGroup, RequestState } from '@cruddur/shared';
import type { Page, Route } from 'playwright-core';
import { dialog, textOnPage, type ScreenState } from './screen-state.ts';

const composer = 'send a direct message...';

/** The viewer's conversations, as the server lists them. */
async function fetchGroups(page: Page, route: Route): Promise<MessageGroup[]> {
  const { authorization = '' } = await route.request().allHeaders();
  const url = new URL('/api/message_groups', route.request().url()).href;
  const found = await page.request.get(url, { headers: { authorization } });
  return (await found.json()) as MessageGroup[];
}

/** All conversations of the viewer are requests, which the viewer has received. */
async function asReceived(page: Page): Promise<void> {
  await page.route('**/api/message_groups*', async (route) => {
    await route.fulfill({ response: await route.fetch(), json: [] });
  });
  await page.route('**/api/users/me', async (route) => {
    const response = await route.fetch();
    const me = (await response.json()) as Me;
    const { length: requests } = await fetchGroups(page, route);
    await route.fulfill({ response, json: { ...me, unread: { ...me.unread, requests } } });
  });
  await page.route('**/api/message_requests', async (route) => {
    const groups = await fetchGroups(page, route);
    const json = groups.map((group) => ({ ...group, own: false, request: 'received' as const }));
    await route.fulfill({ response: await route.fetch(), json });
  });
  await page.route('**/api/message_requests/*', async (route) => {
    const response = await route.fetch();
    const state = (await response.json()) as RequestState;
    await route.fulfill({ response, json: { ...state, state: 'received' } });
  });
}

const asSent = (page: Page) =>
  page.route('**/api/message_groups*', async (route) => {
    const response = await route.fetch();
    const groups = (await response.json()) as MessageGroup[];
    await route.fulfill({ response, json: groups.map((group) => ({ ...group, request: 'sent' as const })) });
  });

const refuse = (code: string) => (page: Page) =>
  page.route('**/api/messages', (route) => route.fulfill({ status: 403, json: [code] }));

const write = async (page: Page) => {
  await page.getByPlaceholder(composer).fill('Can you hear me?');
  await page.getByRole('button', { name: 'Message', exact: true }).click();
};

/** Message requests, and who can start a conversation. */
export const requestStates: readonly ScreenState[] = [
  {
    name: 'messages-requests',
    role: 'person',
    path: '/messages',
    routeRequests: asReceived,
    locateResult: (page) => page.getByRole('link', { name: /^Requests/ }),
  },
  {
    name: 'requests',
    role: 'person',
    path: '/messages/requests',
    routeRequests: asReceived,
    locateResult: textOnPage('Andrew Bayko'),
  },
  {
    name: 'requests-empty',
    role: 'newcomer',
    path: '/messages/requests',
    locateResult: textOnPage('wait here for your answer'),
  },
  {
    name: 'request',
    role: 'person',
    path: ({ conversationPath }) => conversationPath,
    routeRequests: asReceived,
    locateResult: textOnPage(/wants to message you/),
  },
  {
    name: 'request-deleting',
    role: 'person',
    path: ({ conversationPath }) => conversationPath,
    routeRequests: asReceived,
    interact: (page) => page.getByRole('button', { name: 'Delete', exact: true }).click(),
    locateResult: dialog('Delete this request?'),
  },
  {
    name: 'request-sent',
    role: 'person',
    path: ({ conversationPath }) => conversationPath,
    routeRequests: asSent,
    locateResult: textOnPage(/accepts your request/),
  },
  {
    name: 'request-refused',
    role: 'person',
    path: ({ unknownHandle }) => `/messages/new/${unknownHandle}`,
    routeRequests: refuse('message_not_allowed'),
    interact: write,
    locateResult: textOnPage('You can’t message this person'),
    allowsFailedCalls: true,
  },
  {
    name: 'request-unanswered',
    role: 'person',
    path: ({ unknownHandle }) => `/messages/new/${unknownHandle}`,
    routeRequests: refuse('request_unanswered'),
    interact: write,
    locateResult: textOnPage('Sent once your request is accepted'),
    allowsFailedCalls: true,
  },
  {
    name: 'settings-message-senders',
    role: 'person',
    path: '/settings#privacy',
    interact: (page) => page.getByRole('group', { name: 'Who can message you' }).scrollIntoViewIfNeeded(),
    locateResult: textOnPage('Who can message you'),
  },
];
