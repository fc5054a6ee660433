import type { Browser } from 'playwright-core';
import { openBrowser } from '../../e2e/test-browser.ts';
import type { TestApp } from '../../support/test-app.ts';
import { generateWalks } from '../paths/generate-walks.ts';
import { computeCoverage, type Coverage } from '../paths/coverage.ts';
import { interceptRequests } from './request-gate.ts';
import { walkPage } from './walk-page.ts';
import type { WalkSetup } from './walk-setup.ts';

/** Generates all walks through a machine and executes each in a browser context of its own, whose clock only the walk advances. */
export async function walkMachine(setup: WalkSetup, app: TestApp, browser: Browser): Promise<Coverage> {
  const walks = generateWalks(setup.model, { excluded: new Set(Object.keys(setup.leftOut)) });
  for (const walk of walks) {
    await using visitor = await openBrowser(browser, app.url);
    const { page } = visitor;
    await page.clock.install();
    // A moment ahead, because the clock runs until it is paused.
    await page.clock.pauseAt(Date.now() + 1000);
    await walkPage({ app, page, network: await interceptRequests(page) }, setup, walk);
  }
  return computeCoverage(setup.model, walks.flat(), setup.leftOut);
}
