import type { Page } from 'playwright-core';
import { cruds, dialog, heading, skeleton, words, type Scene } from './scene.ts';

const POST = /\/api\/activities\/@[^/]+\/status\//;
const PROFILE = /\/api\/activities\/@[^/]+$/;
const mine = '/@andrewbrown';

/** Begins a crud, key by key. */
async function type(page: Page, text: string): Promise<void> {
  await page.getByRole('button', { name: 'Crud', exact: true }).filter({ visible: true }).first().click();
  await page.getByRole('dialog').getByRole('textbox').pressSequentially(text);
}

/** Single cruds, profiles, and what is written. */
export const crudScenes: readonly Scene[] = [
  { name: 'post', as: 'person', at: ({ post }) => post, shows: cruds },
  { name: 'post-visitor', as: 'visitor', at: ({ post }) => post, shows: cruds },
  {
    name: 'post-without-replies',
    as: 'person',
    at: ({ quietPost }) => quietPost,
    shows: words('Nothing to see here yet'),
  },
  {
    name: 'post-menu',
    as: 'person',
    at: ({ ownPost }) => ownPost,
    reach: (page) => page.getByRole('button', { name: 'More about this crud' }).first().click(),
    shows: words('Burn it now'),
  },
  {
    name: 'post-burning',
    as: 'person',
    at: ({ ownPost }) => ownPost,
    reach: async (page) => {
      await page.getByRole('button', { name: 'More about this crud' }).first().click();
      await page.getByRole('menuitem', { name: 'Burn it now' }).click();
    },
    shows: heading('Burn it now?'),
  },
  {
    name: 'post-replying',
    as: 'person',
    at: ({ post }) => post,
    reach: (page) =>
      page
        .getByRole('button', { name: /^Reply/ })
        .first()
        .click(),
    shows: (page) => page.getByPlaceholder('what is your reply?'),
  },
  {
    name: 'post-forgotten',
    as: 'person',
    at: ({ burnedPost }) => burnedPost,
    shows: heading('This crud has been forgotten'),
    failing: true,
  },
  {
    name: 'post-forgotten-visitor',
    as: 'visitor',
    at: ({ burnedPost }) => burnedPost,
    shows: heading('This crud has been forgotten'),
    failing: true,
  },
  {
    name: 'post-loading',
    as: 'person',
    at: ({ post }) => post,
    given: (page) => page.route(POST, () => undefined),
    shows: skeleton,
  },
  {
    name: 'post-failed',
    as: 'person',
    at: ({ post }) => post,
    given: (page) => page.route(POST, (route) => route.fulfill({ status: 500, json: ['generic_500'] })),
    shows: words('Try again'),
    failing: true,
  },
  { name: 'profile', as: 'person', at: mine, shows: cruds },
  { name: 'profile-other', as: 'person', at: '/@inesvarga', shows: cruds },
  { name: 'profile-visitor', as: 'visitor', at: '/@inesvarga', shows: cruds },
  { name: 'profile-empty', as: 'newcomer', at: '/@nora_new', shows: words('Nothing to see here yet') },
  {
    name: 'profile-editing',
    as: 'person',
    at: mine,
    reach: (page) => page.getByRole('button', { name: 'Edit Profile' }).click(),
    shows: dialog('Edit Profile'),
  },
  {
    name: 'profile-nobody',
    as: 'visitor',
    at: '/@nobody_at_all',
    shows: heading('Nobody here by that name'),
    failing: true,
  },
  {
    name: 'profile-loading',
    as: 'person',
    at: mine,
    given: (page) => page.route(PROFILE, () => undefined),
    shows: skeleton,
  },
  {
    name: 'profile-failed',
    as: 'person',
    at: mine,
    given: (page) => page.route(PROFILE, (route) => route.fulfill({ status: 500, json: ['generic_500'] })),
    shows: words('Try again'),
    failing: true,
  },
  {
    name: 'composing',
    as: 'person',
    at: '/',
    reach: async (page) => {
      await page.getByRole('button', { name: 'Crud', exact: true }).filter({ visible: true }).first().click();
      await page
        .getByRole('dialog')
        .getByRole('textbox')
        .fill('The elevator plays a fanfare now. #CloudProject');
    },
    shows: (page) => page.getByRole('dialog').getByRole('radio').first(),
  },
  {
    name: 'composing-too-long',
    as: 'person',
    at: '/',
    reach: async (page) => {
      await page.getByRole('button', { name: 'Crud', exact: true }).filter({ visible: true }).first().click();
      await page.getByRole('dialog').getByRole('textbox').fill('It goes on. '.repeat(22));
    },
    shows: words('A little long.'),
  },
  {
    name: 'composing-mention',
    as: 'person',
    at: '/',
    reach: (page) => type(page, 'Who let the whale in, @an'),
    shows: (page) => page.getByRole('option', { name: /@bayko/ }),
  },
  {
    name: 'composing-hashtag',
    as: 'person',
    at: '/',
    reach: (page) => type(page, 'It tears itself down by dinner. #Clo'),
    shows: (page) => page.getByRole('option', { name: /CloudProject/ }),
  },
];
