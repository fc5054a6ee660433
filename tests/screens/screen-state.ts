import type { Locator, Page } from 'playwright-core';
import type { SampleData } from './sample-data.ts';

/** Nobody signed in; somebody who has everything; somebody who has nothing yet. */
export type Role = 'visitor' | 'person' | 'newcomer';

/** One screen in one state: who looks at what, and how it comes about. */
export interface ScreenState {
  /** Speaks, and names its picture. */
  name: string;
  role: Role;
  path: string | ((world: SampleData) => string);
  /** Before the page is opened: what the network does to it. */
  routeRequests?: (page: Page) => Promise<unknown>;
  /** From the open page to the state. */
  interact?: (page: Page, world: SampleData) => Promise<unknown>;
  /** What can be seen when the state is there. */
  locateResult: (page: Page) => Locator;
  /** Calls fail here on purpose, which the browser tells its console. */
  allowsFailedCalls?: true;
  /** The narrowest window that has it. */
  minWidth?: number;
}

/** Answers never come. */
export const neverAnswer = (address: string) => (page: Page) => page.route(address, () => undefined);

/** The program answers that it cannot. */
export const answerWith500 = (address: string) => (page: Page) =>
  page.route(address, (route) => route.fulfill({ status: 500, json: ['generic_500'] }));

/** The same answer with nothing in it. */
export const answerWithEmptyList = (address: string) => (page: Page) =>
  page.route(address, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: [] });
  });

/** No connection can be had for news. */
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
