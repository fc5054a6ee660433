import type { Me, ShortUser } from '@cruddur/shared';
import type { Locator, Page } from 'playwright-core';
import type { SampleData } from './sample-data.ts';

/** A visitor; a user with content of every kind; a user without content. */
export type Role = 'visitor' | 'person' | 'newcomer';

/** One screen in one state: its user, and how it is reached. */
export interface ScreenState {
  /** Describes the state, and names its picture. */
  name: string;
  role: Role;
  path: string | ((data: SampleData) => string);
  /** Before the page is opened: changes to its network and its browser. */
  routeRequests?: (page: Page) => Promise<unknown>;
  /** From the open page to the state. */
  interact?: (page: Page, data: SampleData) => Promise<unknown>;
  /** The element that is visible in the state. */
  locateResult: (page: Page) => Locator;
  /** Calls fail here on purpose, which the browser logs to its console. */
  allowsFailedCalls?: true;
  /** The narrowest window that has it. */
  minWidth?: number;
}

/** Requests are never answered. */
export const neverAnswer = (address: string) => (page: Page) => page.route(address, () => undefined);

/** The server answers with an error. */
export const answerWith500 = (address: string) => (page: Page) =>
  page.route(address, (route) => route.fulfill({ status: 500, json: ['generic_500'] }));

/** The real answer with an empty list. */
export const answerWithEmptyList = (address: string) => (page: Page) =>
  page.route(address, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: [] });
  });

/** The viewer’s account says that the members of all conversations are hidden, and whether the viewer has blocked them. */
const hideMembers =
  ({ isBlocker }: { isBlocker: boolean }) =>
  (page: Page) =>
    page.route('**/api/users/me', async (route) => {
      const { authorization = '' } = await route.request().allHeaders();
      const url = new URL('/api/message_groups', route.request().url()).href;
      const groups = await page.request.get(url, { headers: { authorization } });
      const hidden = ((await groups.json()) as ShortUser[]).map((member) => member.cognito_user_uuid);
      const response = await route.fetch();
      const me = (await response.json()) as Me;
      await route.fulfill({ response, json: { ...me, hidden, ...(isBlocker && { blocked: hidden }) } });
    });
export const asBlocker = hideMembers({ isBlocker: true });
export const asBlocked = hideMembers({ isBlocker: false });

/** No realtime connection can be opened. */
export async function blockLiveUpdates(page: Page): Promise<void> {
  await page.routeWebSocket(/socket\.io/, (socket) => void socket.close({ code: 1001 }));
  await page.route('**/api/sync*', (route) => route.abort());
}

export const heading = (name: string | RegExp) => (page: Page) => page.getByRole('heading', { name }).first();
export const dialog = (name: string | RegExp) => (page: Page) => page.getByRole('dialog', { name });
export const textOnPage = (text: string | RegExp) => (page: Page) => page.getByText(text).first();
/** Rows of a list. */
export const cruds = (page: Page) => page.getByRole('article').first();
export const skeleton = (page: Page) => page.locator('#root .skeleton').first();
