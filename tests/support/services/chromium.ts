import { chromium, type Browser } from 'playwright-core';
import { findChromium } from './find-chromium.ts';

/** Root has no sandbox, containers have a small /dev/shm, and a test browser has nobody to call home to. */
const ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-dev-shm-usage',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
];

/** A headless browser, the machine's own; close it, or hold it by `await using`. */
export async function launchChromium(): Promise<Browser> {
  const executablePath = findChromium();
  if (!executablePath) throw new Error('Chromium is missing: apt-get install chromium');
  return chromium.launch({ executablePath, headless: true, args: ARGS });
}
