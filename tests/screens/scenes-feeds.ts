import type { Page } from 'playwright-core';
import {
  cruds,
  emptied,
  failing,
  hanging,
  heading,
  skeleton,
  withoutNews,
  words,
  type Scene,
} from './scene.ts';

const HOME = '**/api/activities/home*';
const NOTIFICATIONS = '**/api/activities/notifications*';
const SEARCH = '**/api/activities/search*';

/** Writes a crud that the program never answers to. */
async function write(page: Page, text = 'Somebody is at the door with a whale.'): Promise<void> {
  await page.getByRole('button', { name: 'Crud', exact: true }).filter({ visible: true }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox').fill(text);
  await dialog.getByRole('button', { name: 'Crud', exact: true }).click();
  await dialog.waitFor({ state: 'hidden' });
}

/** Nothing of the program answers but its page, as when the page is the kept one. */
async function unreachable(page: Page): Promise<void> {
  await page.route('**/api/**', (route) => route.abort('internetdisconnected'));
  await withoutNews(page);
}

/** Home, notifications and search. */
export const feedScenes: readonly Scene[] = [
  { name: 'home-visitor', as: 'visitor', at: '/', shows: heading('Join The Party') },
  { name: 'home', as: 'person', at: '/', shows: cruds },
  {
    name: 'home-empty',
    as: 'newcomer',
    at: '/',
    given: emptied(HOME),
    shows: words('Nothing to see here yet'),
  },
  { name: 'home-loading', as: 'person', at: '/', given: hanging(HOME), shows: skeleton },
  {
    name: 'home-failed',
    as: 'person',
    at: '/',
    given: failing(HOME),
    shows: words('Try again'),
    failing: true,
  },
  {
    name: 'home-paused',
    as: 'person',
    at: '/',
    reach: (page) => page.getByRole('button', { name: 'Pause live updates' }).click(),
    shows: words('Paused'),
  },
  {
    name: 'home-waiting',
    as: 'newcomer',
    at: '/',
    given: (page) =>
      page.route('**/api/activities', (route) =>
        route.request().method() === 'POST' ? undefined : route.continue(),
      ),
    reach: (page) => write(page),
    shows: words('Waiting to be lit'),
  },
  {
    name: 'home-offline',
    as: 'person',
    at: '/',
    given: withoutNews,
    reach: async (page) => {
      await cruds(page).waitFor();
      await page.context().setOffline(true);
    },
    shows: words('You are offline.'),
    failing: true,
  },
  {
    name: 'home-offline-waiting',
    as: 'person',
    at: '/',
    given: withoutNews,
    reach: async (page) => {
      await cruds(page).waitFor();
      // The code of the popup comes while there is a line.
      await page.getByRole('button', { name: 'Crud', exact: true }).filter({ visible: true }).first().click();
      await page.getByRole('dialog').waitFor();
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'hidden' });
      await page.context().setOffline(true);
      await write(page, 'Kept for later, like everything in a tunnel.');
      await write(page, 'Still in the tunnel. It is a long one.');
    },
    shows: words('Two cruds are waiting.'),
    failing: true,
  },
  {
    name: 'home-opened-offline',
    as: 'person',
    at: '/',
    given: unreachable,
    reach: async (page) => {
      await words('Reconnecting.')(page).waitFor();
      await page.context().setOffline(true);
    },
    shows: words('You are offline.'),
    failing: true,
  },
  {
    name: 'home-reconnecting',
    as: 'person',
    at: '/',
    given: withoutNews,
    shows: words('Reconnecting.'),
    failing: true,
  },
  {
    name: 'home-new-cruds',
    as: 'person',
    at: '/',
    reach: async (page, { writeFourCruds }) => {
      await page.getByRole('button', { name: 'Pause live updates' }).click();
      await writeFourCruds();
    },
    shows: words('4 new cruds'),
  },
  { name: 'notifications', as: 'person', at: '/notifications', shows: cruds },
  {
    name: 'notifications-empty',
    as: 'newcomer',
    at: '/notifications',
    shows: words('Nothing to see here yet'),
  },
  {
    name: 'notifications-loading',
    as: 'person',
    at: '/notifications',
    given: hanging(NOTIFICATIONS),
    shows: skeleton,
  },
  {
    name: 'notifications-failed',
    as: 'person',
    at: '/notifications',
    given: failing(NOTIFICATIONS),
    shows: words('Try again'),
    failing: true,
  },
  { name: 'search', as: 'person', at: '/search', shows: words('Looking for something?') },
  { name: 'search-visitor', as: 'visitor', at: '/search', shows: words('Sign in to search') },
  { name: 'search-results', as: 'person', at: '/search?term=whale', shows: cruds },
  { name: 'search-people', as: 'person', at: '/search?term=%40an', shows: words('Andrew Bayko') },
  { name: 'search-nothing', as: 'person', at: '/search?term=zzyzx', shows: words('Nothing to see here yet') },
  { name: 'search-loading', as: 'person', at: '/search?term=whale', given: hanging(SEARCH), shows: skeleton },
  {
    name: 'search-failed',
    as: 'person',
    at: '/search?term=whale',
    given: failing(SEARCH),
    shows: words('Try again'),
    failing: true,
  },
];
