import { findProgram, isExecutable } from './find-program.ts';

const SHELL = 'chromium-headless-shell';
const NAMES = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'];
const MAC_PATHS = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/** The full path of a Chromium that the end-to-end tests can drive, or undefined; CHROMIUM_PATH names one directly. */
export function findChromium(): string | undefined {
  const named = process.env.CHROMIUM_PATH;
  if (named) return isExecutable(named) ? named : undefined;
  // The shell first: without a window it opens pages in a third of the time.
  return findProgram(SHELL) ?? findWholeChromium();
}

/** A Chromium with all its features: the shell has no notifications. */
export function findWholeChromium(): string | undefined {
  return NAMES.map((name) => findProgram(name)).find(Boolean) ?? MAC_PATHS.find(isExecutable);
}

/** Another one than `findChromium` returns, or undefined: the shell and the whole package differ in what they paint and when. */
export function findSecondChromium(): string | undefined {
  const first = findChromium();
  return [findProgram(SHELL), findWholeChromium()].find((path) => path !== undefined && path !== first);
}
