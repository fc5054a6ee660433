import type { Page } from 'playwright-core';
import { dialog, heading, words, type Scene } from './scene.ts';

const more = (page: Page) => page.getByLabel('More', { exact: true }).filter({ visible: true }).click();
const button = (name: string) => (page: Page) => page.getByRole('button', { name, exact: true }).click();

const machine = (name: string) => (page: Page) =>
  page.getByRole('group', { name: new RegExp(`^Statechart ${name}`) });

async function askToLeave(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Crud', exact: true }).filter({ visible: true }).first().click();
  await page.getByRole('dialog').getByRole('textbox').fill('Half a thought');
  await page.keyboard.press('Escape');
  await more(page);
  await page.getByRole('menuitem', { name: 'Sign Out' }).click();
}

/** What stands around the screens, the settings, and pages that hardly change. */
export const frameScenes: readonly Scene[] = [
  { name: 'more', as: 'person', at: '/', reach: more, shows: (page) => page.getByRole('menu') },
  { name: 'more-visitor', as: 'visitor', at: '/', reach: more, shows: (page) => page.getByRole('menu') },
  {
    name: 'shortcuts',
    as: 'person',
    at: '/',
    reach: async (page) => {
      await more(page);
      await page.getByRole('menuitem', { name: 'Shortcuts' }).click();
    },
    shows: dialog('Shortcuts'),
  },
  {
    name: 'account',
    as: 'person',
    at: '/',
    reach: (page) => page.getByRole('button', { name: /@andrewbrown, account/ }).click(),
    shows: words('Sign Out'),
    from: 640,
  },
  { name: 'signing-out', as: 'person', at: '/', reach: askToLeave, shows: dialog('Sign out?') },
  {
    name: 'choosing-handle',
    as: 'newcomer',
    at: '/',
    given: (page) =>
      page.route('**/api/users/me', (route) => route.fulfill({ status: 409, json: ['handle_taken'] })),
    reach: (page) => page.getByRole('dialog').getByLabel('Username').pressSequentially('inesvarga'),
    shows: words('@inesvarga is taken. Choose another one.'),
    failing: true,
  },
  { name: 'settings', as: 'person', at: '/settings', shows: words('This device') },
  {
    name: 'settings-signing-out-everywhere',
    as: 'person',
    at: '/settings',
    reach: button('Sign out everywhere'),
    shows: dialog('Sign out everywhere?'),
  },
  {
    name: 'settings-deleting',
    as: 'person',
    at: '/settings',
    reach: button('Delete account'),
    shows: dialog('Delete account?'),
  },
  {
    name: 'settings-failed',
    as: 'person',
    at: '/settings',
    reach: button('Change Password'),
    shows: words('The current password is needed'),
  },
  { name: 'about', as: 'visitor', at: '/about', shows: heading('About!') },
  { name: 'terms', as: 'visitor', at: '/terms-of-service', shows: heading('Terms of Service') },
  { name: 'privacy', as: 'visitor', at: '/privacy-policy', shows: heading('Privacy Policy') },
  { name: 'machines', as: 'person', at: '/machines?machine=session', shows: machine('session') },
  { name: 'machines-visitor', as: 'visitor', at: '/machines?machine=recovery', shows: machine('recovery') },
  {
    name: 'not-found',
    as: 'visitor',
    at: '/nowhere/at/all',
    shows: heading('There is nothing here'),
    failing: true,
  },
  {
    name: 'error',
    as: 'person',
    at: '/about',
    given: (page) => page.route('**/static/js/about*', (route) => route.abort()),
    shows: heading('Unexpected Application Error!'),
    failing: true,
  },
];
