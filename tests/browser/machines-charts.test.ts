import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { setUpE2e } from '../e2e/set-up-e2e.ts';
import { until } from '../support/until.ts';

const chartDrawing = (page: Page) => page.getByRole('group', { name: /^Statechart/ });
const focusedElement = (page: Page) =>
  page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? '');
/** The zoom of the chart, in percent. */
const scaleOf = async (page: Page) =>
  Number.parseInt(await page.getByRole('group', { name: 'Zoom' }).innerText());
type Box = Record<'x' | 'y' | 'width' | 'height', number>;
const boxOf = async (page: Page, selector: string): Promise<Box> => {
  const box = await page.locator(selector).first().boundingBox();
  if (!box) throw new Error(`${selector} is not drawn`);
  return box;
};

async function openChart(page: Page, at: string): Promise<void> {
  await page.goto(`/machines?${at}`);
  await page.getByRole('region', { name: 'Time' }).waitFor();
}

async function exportChart(page: Page, item: string): Promise<{ name: string; text: string }> {
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  const download = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: item }).click();
  const file = await download;
  return { name: file.suggestedFilename(), text: await readFile(await file.path(), 'utf8') };
}

describe('the charts of the machines', () => {
  const e2e = setUpE2e();

  it('fit a phone, with a minimap, one picker of actors and large controls', async () => {
    await using visitor = await e2e.openBrowser();
    const { page } = visitor;
    await page.setViewportSize({ width: 390, height: 844 });
    await openChart(page, 'machine=conversation&view=try');
    expect(await scaleOf(page)).toBeGreaterThanOrEqual(95);
    const frame = await chartDrawing(page).boundingBox();
    if (!frame) throw new Error('the chart is not drawn');
    const active = await boxOf(page, '.sc-state.now:not(.composite) .sc-box');
    expect(active.x).toBeGreaterThanOrEqual(frame.x);
    expect(active.x + active.width).toBeLessThanOrEqual(frame.x + frame.width);
    const world = page.locator('.sc-world');
    const before = await world.getAttribute('style');
    await page.locator('.sc-minimap').click({ position: { x: 4, y: 4 } });
    await until(async () => (await world.getAttribute('style')) !== before, { what: 'the chart moves' });

    expect(frame.y).toBeLessThan(844 / 2);
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
    const legend = await boxOf(page, '[aria-label="State coverage"]');
    expect(legend.y + legend.height).toBeLessThanOrEqual((await boxOf(page, '.tabs')).y);
  });

  it('at 1440 px every chart is in view as a whole when it opens, and minimap and legend are beside it', async () => {
    await using visitor = await e2e.openBrowser();
    const { page } = visitor;
    await page.setViewportSize({ width: 1440, height: 900 });
    const isWithin = (inner: Box, outer: Box) =>
      inner.x >= outer.x &&
      inner.y >= outer.y &&
      inner.x + inner.width <= outer.x + outer.width &&
      inner.y + inner.height <= outer.y + outer.height;
    const isApart = (one: Box, other: Box) =>
      one.x >= other.x + other.width ||
      other.x >= one.x + one.width ||
      one.y >= other.y + other.height ||
      other.y >= one.y + one.height;
    for (const machine of ['socket', 'recovery', 'conversation']) {
      await openChart(page, `machine=${machine}`);
      const chart = () => boxOf(page, '.sc');
      await until(async () => isWithin(await boxOf(page, '.sc-world'), await chart()), {
        what: `the whole chart of ${machine} is in view`,
      });
      expect(await page.locator('.sc-minimap').count()).toBe(0);
      for (let step = 0; step < 4; step += 1) await page.getByRole('button', { name: 'Zoom in' }).click();
      for (const other of ['.sc-minimap', '.legend'])
        expect(isApart(await boxOf(page, other), await chart()), `${machine}, ${other}`).toBe(true);
    }
    await page.setViewportSize({ width: 1366, height: 768 });
    await openChart(page, 'machine=session');
    const [drawing, minimap, canvas] = [
      await boxOf(page, '.sc'),
      await boxOf(page, '.sc-minimap'),
      await boxOf(page, '.canvas'),
    ];
    expect(isApart(minimap, drawing)).toBe(true);
    expect(drawing.width).toBe(canvas.width);
    expect(visitor.consoleProblems).toEqual([]);
  });

  it('a state that is entered in Try comes into view as a whole, and Fit shows the whole chart', async () => {
    await using visitor = await e2e.openBrowser();
    const { page } = visitor;
    await page.setViewportSize({ width: 1440, height: 900 });
    await openChart(page, 'machine=confirm&view=try');
    await page.getByRole('button', { name: 'press Resend', exact: true }).click();
    const entered = page.locator('.sc-state.now', { hasText: 'invoke resend' }).locator('.sc-box');
    const edges = async () => {
      const [state, drawing] = [await entered.boundingBox(), await boxOf(page, '.sc')];
      return state ? [state.x - drawing.x, drawing.x + drawing.width - state.x - state.width] : [];
    };
    await until(async () => (await edges()).filter((distance) => distance > 0).length === 2, {
      what: 'the state is in view',
    });
    await page.getByRole('button', { name: 'Fit' }).click();
    await page.locator('.sc-minimap').waitFor({ state: 'detached' });
  });

  it('a chart is zoomed, panned and walked by keyboard, and describes the selected element', async () => {
    await using visitor = await e2e.openBrowser();
    const { page } = visitor;
    await openChart(page, 'machine=recovery');
    const first = await scaleOf(page);
    await chartDrawing(page).focus();
    await page.keyboard.press('+');
    await until(async () => (await scaleOf(page)) > first, { what: 'the chart is larger' });
    await page.keyboard.press('0');
    await page.locator('.sc-minimap').waitFor({ state: 'detached' });
    expect(await scaleOf(page)).toBeLessThanOrEqual(first);
    const { x: before } = await boxOf(page, '.sc-world');
    await page.keyboard.press('ArrowRight');
    await until(async () => (await boxOf(page, '.sc-world')).x < before, {
      what: 'the chart has moved to the left',
    });
    await page.getByRole('button', { name: 'Fit' }).click();
    await chartDrawing(page).focus();
    await page.keyboard.press('Enter');
    const untilAt = (matches: (label: string) => boolean, what: string) =>
      until(async () => matches(await focusedElement(page)), { what: `the focus is on ${what}` });
    const chart = 'State recovery, compound, reached by the tests only';
    await untilAt((label) => label === chart, 'the chart');
    await page.keyboard.press('ArrowDown');
    await untilAt((label) => label !== chart && /^(State|Transition) /.test(label), 'what is in it');
    await page.keyboard.press('Enter');
    const details = page.getByRole('region', { name: 'Details' });
    await details.waitFor();
    await page.keyboard.press('Escape');
    await untilAt((label) => label.startsWith('Statechart recovery'), 'the drawing');

    const transition = /^Transition RESET, stays in confirm_code.password.resetting/;
    await page.getByRole('button', { name: transition }).press('Enter');
    await details.getByText('a busy button is disabled, so the event cannot be sent').waitFor();
    // The address links to it.
    await page.reload();
    await details.getByText('a busy button is disabled').waitFor();
    await details.getByRole('button', { name: 'Close details' }).click();
    await details.waitFor({ state: 'detached' });
    expect(visitor.consoleProblems).toEqual([]);
  });

  it('a chart is exported as a picture, as Mermaid and as its definition, and the clock lens burns thirty days of a feed', async () => {
    await using visitor = await e2e.openBrowser();
    const { page } = visitor;
    await openChart(page, 'machine=compose');
    const picture = await exportChart(page, 'SVG picture');
    expect(picture.name).toBe('compose.svg');
    // A self-contained file: it renders without any other resource.
    const width = await page.evaluate(async (text) => {
      const image = new Image();
      image.src = URL.createObjectURL(new Blob([text], { type: 'image/svg+xml' }));
      await image.decode();
      return image.naturalWidth;
    }, picture.text);
    expect(width).toBeGreaterThan(500);
    expect(picture.text).not.toMatch(/(?:href|src)="http|@import|url\(http/);
    expect(picture.text).toContain('submitting');
    const mermaid = await exportChart(page, 'Mermaid');
    expect(mermaid.name).toBe('compose.mmd');
    expect(mermaid.text).toMatch(/^stateDiagram-v2\n/);
    const definition = await exportChart(page, 'JSON definition');
    expect(JSON.parse(definition.text)).toMatchObject({ machine: 'compose' });

    await openChart(page, 'machine=expiry&view=try');
    const lens = page.getByRole('region', { name: 'Clock lens' });
    const left = () => lens.locator('[data-state=alive]').count();
    const cruds = await left();
    await lens.getByRole('button', { name: '1 day/s' }).click();
    await until(async () => (await left()) < cruds, { what: 'the first crud is gone' });
    await lens.getByRole('button', { name: 'Stopped' }).click();
    expect(await left()).toBeGreaterThan(0);
    await lens.getByRole('button', { name: 'Reset' }).click();
    expect(await left()).toBe(cruds);
    expect(visitor.consoleProblems).toEqual([]);
  });
});
