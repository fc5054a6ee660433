/**
 * The response to each press and key in a signed-in page with 350 cruds, five new ones per second and a processor of a quarter the
 * speed, by the Event Timing API. `--rounds 10` is a short run.
 */
import { parseArgs } from 'node:util';
import type { Page } from 'playwright-core';
import { openPGlite } from '../../../../server/src/store/open-pglite.ts';
import { createStoredSession } from '../../../support/create-stored-session.ts';
import { launchChromium } from '../../../support/services/chromium.ts';
import { startBenchApp } from '../bench-app.ts';
import { fillStore } from './fill-store.ts';
import { runRound, type InteractionName } from './interactions.ts';
import { openMeasuredPage } from './measured-page.ts';
import { printReport } from './print-report.ts';
import { startLiveInserts } from './start-live-inserts.ts';

const CRUDS = 350;
const INSERTS_PER_SECOND = 5;

const { rounds, slowdown } = parseArgs({
  args: process.argv.slice(3),
  options: {
    rounds: { type: 'string', default: '50' },
    slowdown: { type: 'string', default: '4' },
  },
}).values;

const store = await openPGlite({});
const app = await startBenchApp(store);
const browser = await launchChromium();
const { reader, authors } = await fillStore(app.url, store, CRUDS);
const context = await browser.newContext({
  baseURL: app.url,
  viewport: { width: 1280, height: 900 },
  serviceWorkers: 'block',
  storageState: {
    cookies: [],
    origins: [{ origin: app.url, localStorage: createStoredSession(reader) }],
  },
});
const measuredPage = await openMeasuredPage(await context.newPage());
await measuredPage.page.goto('/');
await loadAllCruds(measuredPage.page);
// Every chunk is loaded, and every screen and conversation was open once.
for (const round of [0, 1]) await runRound(measuredPage, round, () => undefined);
const inserts = startLiveInserts(authors, INSERTS_PER_SECOND);
printReport(await measureRounds());
await inserts[Symbol.asyncDispose]();
await browser.close();
await app[Symbol.asyncDispose]();
await store.close();

/** Scrolls to the end of the feed, and back to its top. */
async function loadAllCruds(page: Page): Promise<void> {
  await page.getByText('Live', { exact: true }).waitFor();
  await page.mouse.move(640, 500);
  const last = page.locator(`[aria-posinset="${String(CRUDS)}"]`);
  while ((await last.count()) === 0) await page.mouse.wheel(0, 2000);
  await page.evaluate(() => window.scrollTo(0, 0));
  await page.mouse.move(0, 0);
}

async function measureRounds(): Promise<Map<InteractionName, (readonly number[])[]>> {
  const measured = new Map<InteractionName, (readonly number[])[]>();
  await measuredPage.session.send('Emulation.setCPUThrottlingRate', { rate: Number(slowdown) });
  for (let round = 0; round < Number(rounds); round += 1)
    await runRound(measuredPage, round, (name, durations) =>
      measured.set(name, [...(measured.get(name) ?? []), durations]),
    );
  return measured;
}
