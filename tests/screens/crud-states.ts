import type { Page } from 'playwright-core';
import { asBlocker, cruds, dialog, heading, skeleton, textOnPage, type ScreenState } from './screen-state.ts';

const POST = /\/api\/activities\/@[^/]+\/status\//;
const PROFILE = /\/api\/activities\/@[^/]+$/;
const OWN_PROFILE = '/@andrewbrown';

/** Types a crud, key by key. */
async function startCrud(page: Page, text: string): Promise<void> {
  await page.getByRole('button', { name: 'Crud', exact: true }).filter({ visible: true }).first().click();
  await page.getByRole('dialog').getByRole('textbox').pressSequentially(text);
}

/** Single cruds, profiles, and composers. */
export const crudStates: readonly ScreenState[] = [
  { name: 'post', role: 'person', path: ({ post }) => post, locateResult: cruds },
  { name: 'post-visitor', role: 'visitor', path: ({ post }) => post, locateResult: cruds },
  {
    name: 'post-without-replies',
    role: 'person',
    path: ({ quietPost }) => quietPost,
    locateResult: textOnPage('Nothing to see here yet'),
  },
  {
    name: 'post-menu',
    role: 'person',
    path: ({ ownPost }) => ownPost,
    interact: (page) => page.getByRole('button', { name: 'More about this crud' }).first().click(),
    locateResult: textOnPage('Burn it now'),
  },
  {
    name: 'post-burning',
    role: 'person',
    path: ({ ownPost }) => ownPost,
    interact: async (page) => {
      await page.getByRole('button', { name: 'More about this crud' }).first().click();
      await page.getByRole('menuitem', { name: 'Burn it now' }).click();
    },
    locateResult: heading('Burn it now?'),
  },
  {
    name: 'post-reporting',
    role: 'person',
    path: ({ post }) => post,
    interact: async (page) => {
      await page.getByRole('button', { name: 'More about this crud' }).first().click();
      await page.getByRole('menuitem', { name: 'Report' }).click();
      await page.getByRole('radio', { name: 'Spam' }).check({ force: true });
    },
    locateResult: dialog('Report this crud'),
  },
  {
    name: 'post-blocking',
    role: 'person',
    path: ({ post }) => post,
    interact: async (page) => {
      await page.getByRole('button', { name: 'More about this crud' }).first().click();
      await page.getByRole('menuitem', { name: /^Block @/ }).click();
    },
    locateResult: dialog(/^Block @/),
  },
  {
    name: 'profile-blocked',
    role: 'person',
    path: ({ partnerHandle }) => `/@${partnerHandle}`,
    routeRequests: asBlocker,
    locateResult: textOnPage(/^You blocked @/),
  },
  {
    name: 'post-replying',
    role: 'person',
    path: ({ post }) => post,
    interact: (page) =>
      page
        .getByRole('button', { name: /^Reply/ })
        .first()
        .click(),
    locateResult: (page) => page.getByPlaceholder('what is your reply?'),
  },
  {
    name: 'post-forgotten',
    role: 'person',
    path: ({ burnedPost }) => burnedPost,
    locateResult: heading('This crud has been forgotten'),
    allowsFailedCalls: true,
  },
  {
    name: 'post-forgotten-visitor',
    role: 'visitor',
    path: ({ burnedPost }) => burnedPost,
    locateResult: heading('This crud has been forgotten'),
    allowsFailedCalls: true,
  },
  {
    name: 'post-loading',
    role: 'person',
    path: ({ post }) => post,
    routeRequests: (page) => page.route(POST, () => undefined),
    locateResult: skeleton,
  },
  {
    name: 'post-failed',
    role: 'person',
    path: ({ post }) => post,
    routeRequests: (page) =>
      page.route(POST, (route) => route.fulfill({ status: 500, json: ['generic_500'] })),
    locateResult: textOnPage('We couldn’t load this crud.'),
    allowsFailedCalls: true,
  },
  { name: 'profile', role: 'person', path: OWN_PROFILE, locateResult: cruds },
  { name: 'profile-other', role: 'person', path: '/@inesvarga', locateResult: cruds },
  { name: 'profile-visitor', role: 'visitor', path: '/@inesvarga', locateResult: cruds },
  {
    name: 'profile-menu',
    role: 'person',
    path: '/@inesvarga',
    interact: (page) => page.getByRole('button', { name: 'More about @inesvarga' }).click(),
    locateResult: (page) => page.getByRole('menuitem', { name: 'Report' }),
  },
  {
    name: 'profile-empty',
    role: 'newcomer',
    path: '/@nora_new',
    locateResult: textOnPage('Nothing to see here yet'),
  },
  {
    name: 'profile-editing',
    role: 'person',
    path: OWN_PROFILE,
    interact: (page) => page.getByRole('button', { name: 'Edit Profile' }).click(),
    locateResult: dialog('Edit Profile'),
  },
  {
    name: 'profile-unknown',
    role: 'visitor',
    path: '/@unknown_at_all',
    locateResult: heading('No one here by that name'),
    allowsFailedCalls: true,
  },
  {
    name: 'profile-loading',
    role: 'person',
    path: OWN_PROFILE,
    routeRequests: (page) => page.route(PROFILE, () => undefined),
    locateResult: skeleton,
  },
  {
    name: 'profile-failed',
    role: 'person',
    path: OWN_PROFILE,
    routeRequests: (page) =>
      page.route(PROFILE, (route) => route.fulfill({ status: 500, json: ['generic_500'] })),
    locateResult: textOnPage('We couldn’t load this profile.'),
    allowsFailedCalls: true,
  },
  {
    name: 'composing',
    role: 'person',
    path: '/',
    interact: async (page) => {
      await page.getByRole('button', { name: 'Crud', exact: true }).filter({ visible: true }).first().click();
      await page
        .getByRole('dialog')
        .getByRole('textbox')
        .fill('The elevator plays a fanfare now. #CloudProject');
    },
    locateResult: (page) => page.getByRole('dialog').getByRole('radio').first(),
  },
  {
    name: 'composing-too-long',
    role: 'person',
    path: '/',
    interact: async (page) => {
      await page.getByRole('button', { name: 'Crud', exact: true }).filter({ visible: true }).first().click();
      await page.getByRole('dialog').getByRole('textbox').fill('It goes on. '.repeat(22));
    },
    locateResult: textOnPage('A little long.'),
  },
  {
    name: 'composing-mention',
    role: 'person',
    path: '/',
    interact: (page) => startCrud(page, 'Who let the whale in, @an'),
    locateResult: (page) => page.getByRole('option', { name: /@bayko/ }),
  },
  {
    name: 'composing-hashtag',
    role: 'person',
    path: '/',
    interact: (page) => startCrud(page, 'It tears itself down by dinner. #Clo'),
    locateResult: (page) => page.getByRole('option', { name: /CloudProject/ }),
  },
];
