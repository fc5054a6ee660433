import type { Page } from 'playwright-core';
import {
  cruds,
  answerWithEmptyList,
  answerWith500,
  neverAnswer,
  heading,
  skeleton,
  blockLiveUpdates,
  textOnPage,
  type ScreenState,
} from './screen-state.ts';

const HOME = '**/api/activities/home*';
const NOTIFICATIONS = '**/api/activities/notifications*';
const SEARCH = '**/api/activities/search*';

/** Posts a crud that the server never answers. */
async function writeUnansweredCrud(page: Page, text = 'A cat is at the door with a whale.'): Promise<void> {
  await page.getByRole('button', { name: 'Crud', exact: true }).filter({ visible: true }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox').fill(text);
  await dialog.getByRole('button', { name: 'Crud', exact: true }).click();
  await dialog.waitFor({ state: 'hidden' });
}

/** The server answers nothing but its page, as with the page cached by the service worker. */
async function failAllCalls(page: Page): Promise<void> {
  await page.route('**/api/**', (route) => route.abort('internetdisconnected'));
  await blockLiveUpdates(page);
}

/** Home, notifications and search. */
export const feedStates: readonly ScreenState[] = [
  { name: 'home-visitor', role: 'visitor', path: '/', locateResult: heading('Join The Party') },
  { name: 'home', role: 'person', path: '/', locateResult: cruds },
  {
    name: 'home-empty',
    role: 'newcomer',
    path: '/',
    routeRequests: answerWithEmptyList(HOME),
    locateResult: textOnPage('Nothing to see here yet'),
  },
  {
    name: 'home-loading',
    role: 'person',
    path: '/',
    routeRequests: neverAnswer(HOME),
    locateResult: skeleton,
  },
  {
    name: 'home-failed',
    role: 'person',
    path: '/',
    routeRequests: answerWith500(HOME),
    locateResult: textOnPage('Try again'),
    allowsFailedCalls: true,
  },
  {
    name: 'home-paused',
    role: 'person',
    path: '/',
    interact: (page) => page.getByRole('button', { name: 'Pause live updates' }).click(),
    locateResult: textOnPage('Paused'),
  },
  {
    name: 'home-waiting',
    role: 'newcomer',
    path: '/',
    routeRequests: (page) =>
      page.route('**/api/activities', (route) =>
        route.request().method() === 'POST' ? undefined : route.continue(),
      ),
    interact: (page) => writeUnansweredCrud(page),
    locateResult: textOnPage('Waiting to be sent'),
  },
  {
    name: 'home-offline',
    role: 'person',
    path: '/',
    routeRequests: blockLiveUpdates,
    interact: async (page) => {
      await cruds(page).waitFor();
      await page.context().setOffline(true);
    },
    locateResult: textOnPage('You are offline.'),
    allowsFailedCalls: true,
  },
  {
    name: 'home-offline-waiting',
    role: 'person',
    path: '/',
    routeRequests: blockLiveUpdates,
    interact: async (page) => {
      await cruds(page).waitFor();
      // The chunk of the popup loads while there is a connection.
      await page.getByRole('button', { name: 'Crud', exact: true }).filter({ visible: true }).first().click();
      await page.getByRole('dialog').waitFor();
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'hidden' });
      await page.context().setOffline(true);
      await writeUnansweredCrud(page, 'Kept for later, like everything in a tunnel.');
      await writeUnansweredCrud(page, 'Still in the tunnel. It is a long one.');
    },
    locateResult: textOnPage('Two cruds are waiting.'),
    allowsFailedCalls: true,
  },
  {
    name: 'home-opened-offline',
    role: 'person',
    path: '/',
    routeRequests: failAllCalls,
    interact: async (page) => {
      await textOnPage('Reconnecting.')(page).waitFor();
      await page.context().setOffline(true);
    },
    locateResult: textOnPage('You are offline.'),
    allowsFailedCalls: true,
  },
  {
    name: 'home-reconnecting',
    role: 'person',
    path: '/',
    routeRequests: blockLiveUpdates,
    locateResult: textOnPage('Reconnecting.'),
    allowsFailedCalls: true,
  },
  {
    name: 'home-new-cruds',
    role: 'person',
    path: '/',
    interact: async (page, { writeFourCruds }) => {
      await cruds(page).waitFor();
      await writeFourCruds();
    },
    locateResult: textOnPage('4 new cruds'),
  },
  { name: 'notifications', role: 'person', path: '/notifications', locateResult: cruds },
  {
    name: 'notifications-empty',
    role: 'newcomer',
    path: '/notifications',
    locateResult: textOnPage('Nothing to see here yet'),
  },
  {
    name: 'notifications-loading',
    role: 'person',
    path: '/notifications',
    routeRequests: neverAnswer(NOTIFICATIONS),
    locateResult: skeleton,
  },
  {
    name: 'notifications-failed',
    role: 'person',
    path: '/notifications',
    routeRequests: answerWith500(NOTIFICATIONS),
    locateResult: textOnPage('We couldn’t load your notifications.'),
    allowsFailedCalls: true,
  },
  { name: 'search', role: 'person', path: '/search', locateResult: textOnPage('Looking for something?') },
  {
    name: 'search-visitor',
    role: 'visitor',
    path: '/search',
    locateResult: textOnPage('Sign in to look around.'),
  },
  { name: 'search-results', role: 'person', path: '/search?term=whale', locateResult: cruds },
  {
    name: 'search-people',
    role: 'person',
    path: '/search?term=%40an',
    locateResult: textOnPage('Andrew Bayko'),
  },
  {
    name: 'search-nothing',
    role: 'person',
    path: '/search?term=zzyzx',
    locateResult: textOnPage('Nothing found for “zzyzx”'),
  },
  {
    name: 'search-loading',
    role: 'person',
    path: '/search?term=whale',
    routeRequests: neverAnswer(SEARCH),
    locateResult: skeleton,
  },
  {
    name: 'search-failed',
    role: 'person',
    path: '/search?term=whale',
    routeRequests: answerWith500(SEARCH),
    locateResult: textOnPage('We couldn’t load the results.'),
    allowsFailedCalls: true,
  },
];
