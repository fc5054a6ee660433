import type { Page } from 'playwright-core';
import { cruds, dialog, heading, textOnPage, type ScreenState } from './screen-state.ts';

const openMoreMenu = (page: Page) =>
  page.getByLabel('More', { exact: true }).filter({ visible: true }).click();
const clickButton = (name: string) => (page: Page) => page.getByRole('button', { name, exact: true }).click();

const chartOf = (name: string) => (page: Page) =>
  page.getByRole('group', { name: new RegExp(`^Statechart ${name}`) });

async function requestSignOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Crud', exact: true }).filter({ visible: true }).first().click();
  await page.getByRole('dialog').getByRole('textbox').fill('Half a thought');
  await page.keyboard.press('Escape');
  await openMoreMenu(page);
  await page.getByRole('menuitem', { name: 'Sign Out' }).click();
}

/** The frame around the screens, the settings, and pages that hardly change. */
export const frameStates: readonly ScreenState[] = [
  {
    name: 'more',
    role: 'person',
    path: '/',
    interact: openMoreMenu,
    locateResult: (page) => page.getByRole('menu'),
  },
  {
    name: 'more-visitor',
    role: 'visitor',
    path: '/',
    interact: openMoreMenu,
    locateResult: (page) => page.getByRole('menu'),
  },
  {
    name: 'shortcuts',
    role: 'person',
    path: '/',
    // By its key: on touch screens the menu has no entry for it.
    interact: async (page) => {
      await cruds(page).waitFor();
      await page.keyboard.press('?');
    },
    locateResult: dialog('Shortcuts'),
  },
  {
    name: 'account',
    role: 'person',
    path: '/',
    interact: (page) => page.getByRole('button', { name: /@andrewbrown, account/ }).click(),
    locateResult: textOnPage('Sign Out'),
    minWidth: 640,
  },
  {
    name: 'signing-out',
    role: 'person',
    path: '/',
    interact: requestSignOut,
    locateResult: dialog('Sign out?'),
  },
  {
    name: 'choosing-handle',
    role: 'newcomer',
    path: '/',
    routeRequests: (page) =>
      page.route('**/api/users/me', (route) => route.fulfill({ status: 409, json: ['handle_taken'] })),
    interact: (page) => page.getByRole('dialog').getByLabel('Username').pressSequentially('inesvarga'),
    locateResult: textOnPage('@inesvarga is taken. Choose another one.'),
    allowsFailedCalls: true,
  },
  { name: 'settings', role: 'person', path: '/settings', locateResult: heading('Delete account') },
  {
    name: 'settings-blocked',
    role: 'person',
    path: '/settings#blocked-people',
    routeRequests: (page) =>
      page.route('**/api/blocks', (route) =>
        route.fulfill({
          json: ['Ann Other', 'A person with a name that is as long as a name can be'].map(
            (display_name, n) => ({
              display_name,
              handle: `person_${n}`,
              cognito_user_uuid: `00000000-0000-4000-8000-00000000000${n}`,
              avatar_version: 0,
              blocked_at: new Date().toISOString(),
            }),
          ),
        }),
      ),
    locateResult: (page) => page.getByRole('button', { name: 'Unblock @person_1' }),
  },
  {
    name: 'settings-privacy',
    role: 'person',
    path: '/settings#privacy',
    // All states have one person, whose conversations show typing.
    routeRequests: (page) =>
      page.route('**/api/users/me/privacy', (route) =>
        route.fulfill({ json: { read_receipts: true, typing: false, presence: true } }),
      ),
    locateResult: (page) => page.getByRole('switch', { name: 'Typing', checked: false }),
  },
  {
    name: 'settings-signing-out-everywhere',
    role: 'person',
    path: '/settings#where-you-re-signed-in',
    interact: clickButton('Sign out everywhere'),
    locateResult: dialog('Sign out everywhere?'),
  },
  {
    name: 'settings-deleting',
    role: 'person',
    path: '/settings#delete-account',
    interact: (page) => page.locator('#delete-account .btn').click(),
    locateResult: dialog('Delete account?'),
  },
  {
    name: 'settings-failed',
    role: 'person',
    path: '/settings#password',
    interact: clickButton('Change Password'),
    locateResult: textOnPage('Enter your current password'),
  },
  { name: 'about', role: 'visitor', path: '/about', locateResult: heading('About!') },
  { name: 'terms', role: 'visitor', path: '/terms-of-service', locateResult: heading('Terms of Service') },
  { name: 'privacy', role: 'visitor', path: '/privacy-policy', locateResult: heading('Privacy Policy') },
  { name: 'machines', role: 'person', path: '/machines?machine=session', locateResult: chartOf('session') },
  {
    name: 'simulate',
    role: 'visitor',
    path: '/machines?view=simulate&seed=3&speed=full',
    interact: async (page) => {
      await page.getByText('The promise was kept.').waitFor();
      await page.getByRole('slider', { name: 'Virtual time' }).fill('300');
    },
    locateResult: textOnPage('300 of'),
  },
  {
    name: 'simulate-broken',
    role: 'visitor',
    path: '/machines?view=simulate&seed=1&sabotage=apply-twice&speed=full',
    interact: (page) => page.getByRole('button', { name: 'Show the event' }).first().click(),
    locateResult: textOnPage('The promise was broken'),
  },
  {
    name: 'machines-lanes',
    role: 'person',
    path: '/machines?view=lanes',
    locateResult: (page) => page.getByText('leading, live').first(),
  },
  {
    name: 'machines-visitor',
    role: 'visitor',
    path: '/machines?machine=recovery',
    locateResult: chartOf('recovery'),
  },
  {
    name: 'not-found',
    role: 'visitor',
    path: '/nowhere/at/all',
    locateResult: heading('This page doesn’t exist'),
    allowsFailedCalls: true,
  },
  {
    name: 'error',
    role: 'person',
    path: '/about',
    routeRequests: (page) => page.route('**/static/js/about*', (route) => route.abort()),
    locateResult: heading('Unexpected Application Error!'),
    allowsFailedCalls: true,
  },
];
