import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { waitUntilHydrated } from '../support/wait-until-hydrated.ts';
import { sampleOfCases } from '../support/sample-of-cases.ts';
import { until } from '../support/until.ts';
import { holdRequests } from './hold-requests.ts';
import { setUpE2e } from './set-up-e2e.ts';

describe('a press on a server-rendered page before hydration', () => {
  const e2e = setUpE2e();
  beforeAll(async () => {
    const ann = await e2e.app.signUp({ name: 'Ann Early', handle: 'ann_early' });
    const body = { user_handle: ann.handle, message: 'Press me.', ttl: '1-day' } as const;
    await ann.callOk('createActivity', { body });
  });

  /** Presses on a signed-in user's page whose main script arrives afterwards. */
  async function early(press: (page: Page) => Promise<void>) {
    const visitor = await e2e.openBrowser();
    const { page } = visitor;
    const comes = await holdRequests(page, '**/static/js/**');
    await page.goto('/@ann_early', { waitUntil: 'commit' });
    await page.getByText('Press me.').waitFor();
    await press(page);
    comes();
    return visitor;
  }

  it.each(['More about this crud', 'More'])('[PAINT-18] opens the menu %s after hydration', async (name) => {
    await using visitor = await early((page) =>
      page.getByLabel(name, { exact: true }).filter({ visible: true }).first().click(),
    );
    await visitor.page.getByRole('menu').waitFor();
    expect(new URL(visitor.page.url()).pathname).toBe('/@ann_early');
    expect(visitor.consoleProblems).toEqual([]);
  });

  it('[PAINT-18] opens a menu whose press ends after hydration', async () => {
    await using visitor = await early(async (page) => {
      await page.getByRole('button', { name: 'More about this crud' }).hover();
      await page.mouse.down();
    });
    const { page } = visitor;
    await waitUntilHydrated(page);
    await page.mouse.up();
    await page.getByRole('menu').waitFor();
    await page.getByRole('menuitem').first().waitFor();
    expect(visitor.consoleProblems).toEqual([]);
  });

  it('[PAINT-18] keeps a touch on a menu’s trigger from focusing it, which would close a menu that is open by then', async () => {
    await using visitor = await early(async (page) => {
      const trigger = page.getByRole('button', { name: 'More about this crud' });
      // The browser sends events of a mouse, which move the focus, after a touch whose first event was not prevented.
      const isPrevented = await trigger.evaluate(
        (element) =>
          !element.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true, cancelable: true })),
      );
      expect(isPrevented).toBe(true);
    });
    await visitor.page.getByRole('menu').waitFor();
    expect(visitor.consoleProblems).toEqual([]);
  });

  it('[PAINT-18] opens no menu for a touch that scrolls the page', async () => {
    await using visitor = await early(async (page) => {
      const trigger = page.getByRole('button', { name: 'More about this crud' });
      await trigger.dispatchEvent('pointerdown', { button: 0 });
      await trigger.dispatchEvent('pointercancel');
    });
    const { page } = visitor;
    await waitUntilHydrated(page);
    await page.getByRole('button', { name: /^Like/ }).click();
    await page.waitForURL('/signin');
    expect(await page.getByRole('menu').count()).toBe(0);
    expect(visitor.consoleProblems).toEqual([]);
  });

  it.each(sampleOfCases(['Enter', 'Space', 'ArrowDown'], 3))(
    '[PAINT-20] by %s opens the menu with the focus in it',
    async (key) => {
      await using visitor = await early((page) =>
        page.getByRole('button', { name: 'More about this crud' }).first().press(key),
      );
      const { page } = visitor;
      const first = page.getByRole('menuitem').first();
      await until(() => first.evaluate((item) => item === document.activeElement), {
        what: 'the first menu item has the focus',
      });
      await page.keyboard.press('Escape');
      await page.getByRole('menu').waitFor({ state: 'detached' });
      expect(visitor.consoleProblems).toEqual([]);
    },
  );

  it('[PAINT-18] is executed after hydration, once', async () => {
    await using visitor = await early((page) => page.getByRole('button', { name: /^Like/ }).dblclick());
    await visitor.page.waitForURL('/signin');
    await visitor.page.goBack();
    await visitor.page.waitForURL('/@ann_early');
    expect(visitor.consoleProblems).toEqual([]);
  });

  it('[PAINT-18] is dropped when another press elsewhere follows', async () => {
    await using visitor = await early(async (page) => {
      await page.getByRole('button', { name: /^Like/ }).click();
      await page.getByRole('heading', { name: 'Ann Early' }).first().click();
    });
    await waitUntilHydrated(visitor.page);
    await visitor.page.getByRole('button', { name: 'More about this crud' }).click();
    await visitor.page.getByRole('menu').waitFor();
    expect(new URL(visitor.page.url()).pathname).toBe('/@ann_early');
  });
});
