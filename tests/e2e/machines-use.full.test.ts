import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { findAccessibilityViolations } from '../support/find-accessibility-violations.ts';
import { until } from '../support/until.ts';
import { overrideClientConfig } from './override-client-config.ts';
import { postCrud } from './test-browser.ts';
import { recordRequests } from './record-requests.ts';
import { setUpE2e } from './set-up-e2e.ts';

const chartDrawing = (page: Page) => page.getByRole('group', { name: /^Statechart/ });
const focusedElement = (page: Page) =>
  page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? '');
/** The zoom of the chart, in percent. */
const scaleOf = async (page: Page) =>
  Number.parseInt(await page.getByRole('group', { name: 'Zoom' }).innerText());

async function openChart(page: Page, at: string): Promise<void> {
  await page.goto(`/machines?${at}`);
  await page.getByRole('region', { name: 'Time' }).waitFor();
}

async function chooseMenuItem(page: Page, item: string): Promise<{ name: string; text: string }> {
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  const download = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: item }).click();
  const file = await download;
  return { name: file.suggestedFilename(), text: await readFile(await file.path(), 'utf8') };
}

describe('using the machines page', () => {
  const e2e = setUpE2e();

  describe('on a phone', () => {
    let page: Page;
    beforeAll(async () => {
      ({ page } = await e2e.openBrowser());
      await page.setViewportSize({ width: 390, height: 844 });
      await openChart(page, 'machine=conversation&view=try');
    });

    it('[MACHINES-43] a large chart is readable and shows its active state', async () => {
      expect(await scaleOf(page)).toBeGreaterThanOrEqual(95);
      const frame = await chartDrawing(page).boundingBox();
      const active = await page.locator('.sc-state.now:not(.composite) .sc-box').first().boundingBox();
      if (!frame || !active) throw new Error('the chart is not drawn');
      expect(active.x).toBeGreaterThanOrEqual(frame.x);
      expect(active.x + active.width).toBeLessThanOrEqual(frame.x + frame.width);
    });

    it('[MACHINES-44] a press in the minimap moves the visible part', async () => {
      const world = page.locator('.sc-world');
      const before = await world.getAttribute('style');
      await page.locator('.sc-minimap').click({ position: { x: 4, y: 4 } });
      await until(async () => (await world.getAttribute('style')) !== before, { what: 'the chart moves' });
    });

    it('[MACHINES-47] one picker of actors is above the chart, and controls have 44 px', async () => {
      const { y = 0 } = (await chartDrawing(page).boundingBox()) ?? {};
      expect(y).toBeLessThan(844 / 2);
      await page.getByLabel('Actor').selectOption('recovery');
      await page.getByRole('heading', { name: 'recovery', exact: true }).waitFor();
      const small = await page
        .locator('.machines :is(button, select):visible')
        .evaluateAll((controls) =>
          controls
            .filter((control) => control.getBoundingClientRect().height < 44)
            .map(({ outerHTML }) => outerHTML),
        );
      expect(small).toEqual([]);
      await openChart(page, 'machine=recovery');
      const [legend, tabs] = await Promise.all([
        page.getByLabel('State coverage').boundingBox(),
        page.locator('.tabs').boundingBox(),
      ]);
      if (!legend || !tabs) throw new Error('the legend is not drawn');
      expect(legend.y + legend.height).toBeLessThanOrEqual(tabs.y);
    });
  });

  it('[MACHINES-8] a chart is zoomed, panned and walked by keyboard, and describes the selected element', async () => {
    await using visitor = await e2e.openBrowser();
    const { page } = visitor;
    await openChart(page, 'machine=recovery');
    const whole = await scaleOf(page);
    await chartDrawing(page).focus();
    await page.keyboard.press('+');
    await until(async () => (await scaleOf(page)) > whole, { what: 'the chart is larger' });
    await page.keyboard.press('0');
    await until(async () => (await scaleOf(page)) === whole, { what: 'the whole chart is shown' });
    const { x: before = 0 } = (await page.locator('.sc-world').boundingBox()) ?? {};
    await page.keyboard.press('ArrowRight');
    await until(async () => ((await page.locator('.sc-world').boundingBox())?.x ?? before) < before, {
      what: 'the chart has moved to the left',
    });
    await page.getByRole('button', { name: 'Fit' }).click();
    await chartDrawing(page).focus();
    await page.keyboard.press('Enter');
    const untilAt = (matches: (label: string) => boolean, what: string) =>
      until(async () => matches(await focusedElement(page)), { what: `the focus is on ${what}` });
    const first = 'State recovery, compound, reached by the tests only';
    await untilAt((label) => label === first, 'the chart');
    await page.keyboard.press('ArrowDown');
    await untilAt((label) => label !== first && /^(State|Transition) /.test(label), 'what is in it');
    await page.keyboard.press('Enter');
    await page.getByRole('region', { name: 'Details' }).waitFor();
    await page.keyboard.press('Escape');
    await untilAt((label) => label.startsWith('Statechart recovery'), 'the drawing');

    await page
      .getByRole('button', { name: /^Transition RESET, stays in confirm_code.password.resetting/ })
      .press('Enter');
    const details = page.getByRole('region', { name: 'Details' });
    await details.getByText('a busy button is disabled, so the event cannot be sent').waitFor();
    // The address links to it.
    await page.reload();
    await details.getByText('a busy button is disabled').waitFor();
    await details.getByRole('button', { name: 'Close details' }).click();
    await details.waitFor({ state: 'detached' });
    expect(visitor.consoleProblems).toEqual([]);
  });

  it('[MACHINES-40] a link to an unknown element opens an existing chart', async () => {
    await using visitor = await e2e.openBrowser();
    const { page } = visitor;
    const links = [
      ...[
        'machine=toaster&view=try',
        'machine=compose&view=try&state=nowhere',
        'machine=__proto__&view=text',
      ],
      ...['machine=compose&view=try&state=', 'machine=compose&state=open.&actor=unknown&transition=none'],
    ];
    for (const link of links) await openChart(page, link);
    expect(visitor.consoleProblems).toEqual([]);
  });

  it('[MACHINES-41] a chart is exported as a picture, as Mermaid and as its definition', async () => {
    await using visitor = await e2e.openBrowser();
    const { page } = visitor;
    await openChart(page, 'machine=compose');
    const picture = await chooseMenuItem(page, 'SVG picture');
    expect(picture.name).toBe('compose.svg');
    // A self-contained file: it renders without any other resource.
    const drawn = await page.evaluate(async (text) => {
      const image = new Image();
      image.src = URL.createObjectURL(new Blob([text], { type: 'image/svg+xml' }));
      await image.decode();
      return { width: image.naturalWidth, outside: /(?:href|src)="http|@import|url\(http/.test(text) };
    }, picture.text);
    expect(drawn.width).toBeGreaterThan(500);
    expect(drawn.outside).toBe(false);
    expect(picture.text).toContain('submitting');
    const mermaid = await chooseMenuItem(page, 'Mermaid');
    expect(mermaid.name).toBe('compose.mmd');
    expect(mermaid.text).toMatch(/^stateDiagram-v2\n/);
    const definition = await chooseMenuItem(page, 'JSON definition');
    expect(JSON.parse(definition.text)).toMatchObject({ machine: 'compose' });
    expect(visitor.consoleProblems).toEqual([]);
  });

  it('[MACHINES-33] the clock lens burns thirty days of a sample feed in seconds', async () => {
    await using visitor = await e2e.openBrowser();
    const { page } = visitor;
    await openChart(page, 'machine=expiry&view=try');
    const lens = page.getByRole('region', { name: 'Clock lens' });
    const left = () => lens.locator('[data-state=alive]').count();
    const cruds = await left();
    await lens.getByRole('button', { name: '1 day/s' }).click();
    await until(async () => (await left()) < cruds, { what: 'the first crud is gone' });
    await lens.getByRole('button', { name: 'Stopped' }).click();
    const rest = await left();
    expect(rest).toBeGreaterThan(0);
    await lens.getByRole('button', { name: 'Reset' }).click();
    expect(await left()).toBe(cruds);
    expect(visitor.consoleProblems).toEqual([]);
  });

  it('[MACHINES-12] actors of a screen that is left, or of a tab that closes unobserved, disappear from the page', async () => {
    const ann = await e2e.openSignedInBrowser({ name: 'Ann Leaves', handle: 'ann_leaves' });
    await postCrud(ann.page, 'it will burn');
    const observer = await ann.page.context().newPage();
    await openChart(observer, 'machine=expiry');
    const elsewhere = observer.getByRole('region', { name: 'Another tab, 1' });
    await elsewhere.getByRole('button', { name: /^expiry/ }).waitFor();
    await ann.page.getByRole('link', { name: 'Messages' }).first().click();
    await elsewhere.getByRole('button', { name: /^expiry/ }).waitFor({ state: 'detached' });
    await elsewhere.getByRole('button', { name: /^session/ }).waitFor();

    await observer.getByRole('link', { name: 'Messages' }).first().click();
    await observer.getByRole('heading', { name: 'Messages' }).first().waitFor();
    await ann.page.close();
    await observer.goBack();
    await observer
      .getByRole('region', { name: 'This tab' })
      .getByRole('button', { name: /^session/ })
      .waitFor();
    await elsewhere.waitFor({ state: 'detached' });
  });

  it('[MACHINES-24] where the server does not publish its machines, the page shows that and sends no request', async () => {
    await using visitor = await e2e.openBrowser();
    const { page } = visitor;
    await overrideClientConfig(page.context(), e2e.app.url, { config: { machines_server: false } });
    const requests = recordRequests(page);
    await openChart(page, 'machine=session');
    await page.getByText('This server doesn’t publish its machines.').waitFor();
    expect(requests.filter((url) => url.includes('/api/machines'))).toEqual([]);
    expect(visitor.consoleProblems).toEqual([]);
  });

  it('[MACHINES-37] axe reports no violation on a phone either, and nothing is wider than the screen', async () => {
    const { page } = await e2e.openSignedInBrowser({ name: 'Pho Ne', handle: 'pho_ne' });
    await page.setViewportSize({ width: 390, height: 844 });
    for (const view of ['chart', 'try', 'text']) {
      await openChart(page, `machine=expiry&view=${view}&state=burning`);
      expect(await findAccessibilityViolations(page), view).toEqual([]);
      expect(
        await page.evaluate(
          () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
        ),
      ).toBeLessThanOrEqual(0);
    }
  });
});
