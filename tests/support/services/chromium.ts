import { chromium, type Browser } from 'playwright-core';
import { findChromium } from './find-chromium.ts';

/** Root has no sandbox, containers have a small /dev/shm, and a test browser needs no background requests. */
const ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-dev-shm-usage',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
];

/** A headless browser, the installed one; close it, or hold it by `await using`. */
export async function launchChromium(executablePath = findChromium()): Promise<Browser> {
  if (!executablePath)
    throw new Error('Chromium is missing: apt-get install chromium-headless-shell, or chromium');
  return chromium.launch({ executablePath, headless: true, args: ARGS });
}

let sharedBrowser: Promise<Browser> | undefined;

/**
 * The browser of a test worker, which all its files share: starting one takes as long as several tests. It ends with the
 * worker. Each user calls `closePages` at the end.
 */
export async function getSharedChromium(): Promise<Browser> {
  const browser = await (sharedBrowser ??= launchChromium());
  if (browser.isConnected()) return browser;
  return (sharedBrowser = launchChromium());
}

/** Closes all its pages, so that no page of one test file runs during the next. */
export async function closePages(browser: Browser): Promise<void> {
  await Promise.all(browser.contexts().map((context) => context.close()));
}
