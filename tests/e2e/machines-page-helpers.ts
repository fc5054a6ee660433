import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { parseTrace } from '../../client/devtools/inspect/parse-trace.ts';
import type { Trace } from '../../client/devtools/inspect/trace.ts';

/** The names of the innermost states that the chart shows as active. */
export const readActiveStates = (page: Page) =>
  page.locator('.sc-state.now:not(.composite) .sc-name').allTextContents();

/** Opens the machines page at one of them. */
export async function openMachinesPage(page: Page, machine: string): Promise<void> {
  await page.goto(`/machines?machine=${machine}`);
  await page.getByRole('heading', { name: machine, exact: true }).waitFor();
}

/** The record so far, by the page's export. */
export async function exportTrace(page: Page): Promise<Trace> {
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  const download = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: 'JSON trace' }).click();
  return parseTrace(await readFile(await (await download).path(), 'utf8'));
}
