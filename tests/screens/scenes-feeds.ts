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
async function write(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Crud', exact: true }).filter({ visible: true }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox').fill('Somebody is at the door with a whale.');
  await dialog.getByRole('button', { name: 'Crud', exact: true }).click();
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
    reach: write,
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
    name: 'home-reconnecting',
    as: 'person',
    at: '/',
    given: withoutNews,
    shows: words('Reconnecting.'),
    failing: true,
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
