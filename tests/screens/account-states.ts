import type { ListedSession } from '@cruddur/shared';
import type { Locator, Page } from 'playwright-core';
import { answerWith500, dialog, neverAnswer, textOnPage, type ScreenState } from './screen-state.ts';

const SESSIONS = '**/api/users/me/sessions';
const EXPORT = '**/api/users/me/export';
const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

const sessionsPart = (page: Page) => page.getByRole('region', { name: 'Where you’re signed in' });
const dataPart = (page: Page) => page.getByRole('region', { name: 'Your data' });
const scrollTo = (find: (page: Page) => Locator) => (page: Page) => find(page).scrollIntoViewIfNeeded();

/** The user is signed in at four devices. */
const withSessions = (page: Page) =>
  page.route(SESSIONS, async (route) => {
    const response = await route.fetch();
    const now = Date.parse(response.headers().date ?? '');
    const before = (ms: number) => new Date(now - ms).toISOString();
    const devices: [string, boolean, number, number][] = [
      ['Firefox on macOS', false, 0, 2 * DAY_MS],
      ['Safari on iPhone', true, 4 * MINUTE_MS, 9 * DAY_MS],
      ['Samsung Internet on Android', true, 5 * DAY_MS, 12 * DAY_MS],
      ['Unknown device', false, 20 * DAY_MS, 29 * DAY_MS],
    ];
    const sessions = devices.map(([device, handheld, used, signedIn], n): ListedSession => ({
      uuid: `00000000-0000-4000-8000-00000000000${n}`,
      device,
      handheld,
      signed_in_at: before(signedIn),
      last_used_at: before(used),
      current: n === 0,
    }));
    await route.fulfill({ response, json: sessions });
  });

const startDownload = async (page: Page) => {
  await dataPart(page).scrollIntoViewIfNeeded();
  await dataPart(page).getByRole('button', { name: 'Download my data' }).click();
};

/** Sessions, and the download of the user's data. */
export const accountStates: readonly ScreenState[] = [
  {
    name: 'settings-sessions',
    role: 'person',
    path: '/settings#where-you-re-signed-in',
    routeRequests: withSessions,
    interact: scrollTo(sessionsPart),
    locateResult: textOnPage('Samsung Internet on Android'),
  },
  {
    name: 'settings-sessions-ending',
    role: 'person',
    path: '/settings#where-you-re-signed-in',
    routeRequests: withSessions,
    interact: (page) => page.getByRole('button', { name: 'Sign out Safari on iPhone' }).click(),
    locateResult: dialog('Sign out Safari on iPhone?'),
  },
  {
    name: 'settings-sessions-failed',
    role: 'person',
    path: '/settings#where-you-re-signed-in',
    routeRequests: answerWith500(SESSIONS),
    interact: scrollTo(sessionsPart),
    locateResult: (page) => sessionsPart(page).getByRole('alert'),
    allowsFailedCalls: true,
  },
  {
    name: 'settings-downloading',
    role: 'person',
    path: '/settings#your-data',
    routeRequests: neverAnswer(EXPORT),
    interact: startDownload,
    locateResult: textOnPage('0 KB received'),
  },
  {
    name: 'settings-downloaded',
    role: 'person',
    path: '/settings#your-data',
    interact: startDownload,
    locateResult: (page) => dataPart(page).getByText(/^ ?Saved as cruddur-/),
  },
  {
    name: 'settings-download-limit',
    role: 'person',
    path: '/settings#your-data',
    routeRequests: (page) =>
      page.route(EXPORT, (route) =>
        route.fulfill({ status: 429, headers: { 'retry-after': '72000' }, json: ['generic_429'] }),
      ),
    interact: startDownload,
    locateResult: textOnPage('You can download your data 3 times in 24 hours. Try again in 20 hours.'),
    allowsFailedCalls: true,
  },
];
