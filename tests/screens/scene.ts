import type { Locator, Page } from 'playwright-core';
import type { World } from './world.ts';

/** Nobody signed in; somebody who has everything; somebody who has nothing yet. */
export type Role = 'visitor' | 'person' | 'newcomer';

/** One screen in one state: who looks at what, and how it comes about. */
export interface Scene {
  /** Speaks, and names its picture. */
  name: string;
  as: Role;
  at: string | ((world: World) => string);
  /** Before the page is opened: what the network does to it. */
  given?: (page: Page) => Promise<unknown>;
  /** From the open page to the state. */
  reach?: (page: Page, world: World) => Promise<unknown>;
  /** What can be seen when the state is there. */
  shows: (page: Page) => Locator;
  /** Calls fail here on purpose, which the browser tells its console. */
  failing?: true;
  /** The narrowest window that has it. */
  from?: number;
}

/** Answers never come. */
export const hanging = (address: string) => (page: Page) => page.route(address, () => undefined);

/** The program answers that it cannot. */
export const failing = (address: string) => (page: Page) =>
  page.route(address, (route) => route.fulfill({ status: 500, json: ['generic_500'] }));

/** The same answer with nothing in it. */
export const emptied = (address: string) => (page: Page) =>
  page.route(address, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: [] });
  });

/** No connection can be had for news. */
export async function withoutNews(page: Page): Promise<void> {
  await page.routeWebSocket(/socket\.io/, (socket) => void socket.close({ code: 1001 }));
  await page.route('**/api/sync*', (route) => route.abort());
}

export const heading = (name: string | RegExp) => (page: Page) => page.getByRole('heading', { name }).first();
export const dialog = (name: string | RegExp) => (page: Page) => page.getByRole('dialog', { name });
export const words = (text: string | RegExp) => (page: Page) => page.getByText(text).first();
/** Rows of a list. */
export const cruds = (page: Page) => page.getByRole('article').first();
export const skeleton = (page: Page) => page.locator('#root .skeleton').first();
