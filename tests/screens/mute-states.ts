import type { Me, Mute, ShortUser } from '@cruddur/shared';
import type { Page } from 'playwright-core';
import { dialog, textOnPage, type ScreenState } from './screen-state.ts';

const PERSON = 'inesvarga';
const DAY_MS = 86_400_000;

const openMenu = async (page: Page, item: RegExp | string) => {
  await page.getByRole('button', { name: 'More about this crud' }).first().click();
  await page.getByRole('menuitem', { name: item }).click();
};

/** The viewer’s account has mutes: the sample person, two words and a hashtag. */
const withMutes = (page: Page) =>
  page.route('**/api/users/me', async (route) => {
    const { authorization = '' } = await route.request().allHeaders();
    const url = new URL(`/api/users/@${PERSON}/short`, route.request().url()).href;
    const found = await page.request.get(url, { headers: { authorization } });
    const person = (await found.json()) as ShortUser;
    const response = await route.fetch();
    const me = (await response.json()) as Me;
    const at = Date.parse(response.headers().date ?? '');
    const mutes: Omit<Mute, 'uuid'>[] = [
      { kind: 'person', value: person.cognito_user_uuid, until: null, person },
      { kind: 'word', value: 'Counterpoint', until: new Date(at + 6.5 * DAY_MS).toISOString() },
      { kind: 'word', value: 'a phrase that is as long as it can be in the form', until: null },
      { kind: 'hashtag', value: 'Spoilers', until: new Date(at + DAY_MS / 20).toISOString() },
    ];
    const withIds = mutes.map((mute, n) => ({ ...mute, uuid: `00000000-0000-4000-8000-00000000000${n}` }));
    await route.fulfill({ response, json: { ...me, mutes: withIds } });
  });

/** Mutes: their dialogs, and what they leave on the screens. */
export const muteStates: readonly ScreenState[] = [
  {
    name: 'muting-person',
    role: 'person',
    path: ({ post }) => post,
    interact: (page) => openMenu(page, /^Mute @/),
    locateResult: dialog(/^Mute @/),
  },
  {
    name: 'muting-words',
    role: 'person',
    path: ({ post }) => post,
    interact: async (page) => {
      await openMenu(page, 'Mute words…');
      await page.getByRole('dialog').getByRole('textbox').fill('#spoilers');
    },
    locateResult: dialog('Mute words'),
  },
  {
    name: 'post-muted-reply',
    role: 'person',
    path: ({ post }) => post,
    routeRequests: withMutes,
    locateResult: (page) => page.getByRole('article', { name: 'Muted: Counterpoint' }),
  },
  {
    name: 'profile-muted',
    role: 'person',
    path: `/@${PERSON}`,
    routeRequests: withMutes,
    locateResult: textOnPage(`You muted @${PERSON}`),
  },
  {
    name: 'settings-muted',
    role: 'person',
    path: '/settings#muted',
    routeRequests: withMutes,
    interact: (page) => page.getByRole('form', { name: 'Mute words' }).scrollIntoViewIfNeeded(),
    locateResult: (page) => page.getByRole('button', { name: `Unmute @${PERSON}` }),
  },
];
