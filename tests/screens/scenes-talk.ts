import { emptied, failing, hanging, heading, skeleton, words, type Scene } from './scene.ts';

const GROUPS = '**/api/message_groups*';
const MESSAGES = '**/api/messages/*';
const composer = 'send a direct message...';

/** Conversations. */
export const talkScenes: readonly Scene[] = [
  { name: 'messages', as: 'person', at: '/messages', shows: words('Andrew Bayko') },
  { name: 'messages-empty', as: 'newcomer', at: '/messages', shows: words('Nothing to see here yet') },
  { name: 'messages-loading', as: 'person', at: '/messages', given: hanging(GROUPS), shows: skeleton },
  {
    name: 'messages-failed',
    as: 'person',
    at: '/messages',
    given: failing(GROUPS),
    shows: words('Your messages are safe'),
    failing: true,
  },
  {
    name: 'conversation',
    as: 'person',
    at: ({ room }) => room,
    shows: (page) => page.getByPlaceholder(composer),
  },
  {
    name: 'conversation-menu',
    as: 'person',
    at: ({ room }) => room,
    reach: (page) => page.getByRole('button', { name: 'More about this conversation' }).click(),
    shows: (page) => page.getByRole('menu'),
  },
  {
    name: 'conversation-new',
    as: 'person',
    at: ({ stranger }) => `/messages/new/${stranger}`,
    shows: words('Unlike a crud, it stays'),
  },
  {
    name: 'conversation-too-long',
    as: 'person',
    at: ({ stranger }) => `/messages/new/${stranger}`,
    reach: (page) => page.getByPlaceholder(composer).fill('And another thing. '.repeat(58)),
    shows: (page) => page.getByRole('img', { name: /over$/ }),
  },
  {
    name: 'conversation-not-sent',
    as: 'person',
    at: ({ stranger }) => `/messages/new/${stranger}`,
    given: (page) =>
      page.route('**/api/messages', (route) => route.fulfill({ status: 422, json: ['message_blank'] })),
    reach: async (page) => {
      await page.getByPlaceholder(composer).fill('Can you hear me?');
      await page.getByRole('button', { name: 'Message', exact: true }).click();
    },
    shows: words('Try again'),
    failing: true,
  },
  {
    name: 'conversation-loading',
    as: 'person',
    at: ({ room }) => room,
    given: hanging(MESSAGES),
    shows: skeleton,
  },
  {
    name: 'conversation-failed',
    as: 'person',
    at: ({ room }) => room,
    given: failing(MESSAGES),
    shows: words('Try again'),
    failing: true,
  },
  {
    name: 'conversation-empty',
    as: 'person',
    at: ({ room }) => room,
    given: emptied(MESSAGES),
    shows: words('Unlike a crud, it stays'),
  },
  {
    name: 'conversation-nowhere',
    as: 'person',
    at: '/messages/00000000-0000-4000-8000-000000000000',
    shows: heading('There is no such conversation'),
    failing: true,
  },
];
