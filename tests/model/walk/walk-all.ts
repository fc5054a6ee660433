import type { Browser } from 'playwright-core';
import { openBrowser } from '../../e2e/person.ts';
import type { TestApp } from '../../support/test-app.ts';
import { cover } from '../paths/cover.ts';
import { coverageOf, type Coverage } from '../paths/coverage.ts';
import { holdTheLine } from './line.ts';
import { walkOn } from './walk.ts';
import type { World } from './world.ts';

/** Makes all walks through a machine and goes them, each in a browser of its own whose time only the walk moves. */
export async function walkAll(world: World, app: TestApp, browser: Browser): Promise<Coverage> {
  const walks = cover(world.model, { barred: new Set(Object.keys(world.leftOut)) });
  for (const walk of walks) {
    await using visitor = await openBrowser(browser, app.url);
    const { page } = visitor;
    await page.clock.install();
    // A moment ahead, because the clock runs until it is told to stand.
    await page.clock.pauseAt(Date.now() + 1000);
    await walkOn({ app, page, line: await holdTheLine(page) }, world, walk);
  }
  return coverageOf(world.model, walks.flat(), world.leftOut);
}
