/** What a visitor on a slow phone waits for, against a bare page of the same stack, and how still the pages stand. */
import { rm } from 'node:fs/promises';
import { seed } from '../../../server/src/seed/seed.ts';
import { sampleLogins } from '../../../server/src/seed/sample-logins.ts';
import { openPGlite } from '../../../server/src/store/open-pglite.ts';
import { createClient } from '../../support/clients.ts';
import { signIn } from '../../support/people.ts';
import { launchChromium } from '../../support/services/chromium.ts';
import { openBenchApp } from '../bench-app.ts';
import { printVerdict } from '../verdict.ts';
import { buildBare } from './build-bare.ts';
import { PHONE, slowVisit, type Visit } from './slow-visit.ts';

const ROUNDS = 5;
/** Of the bare page's first paint. */
const PAINT_MAX = 0.58;
const SHIFT_MAX = 0.01;
const DESK = { width: 1440, height: 900 };

const store = await openPGlite({});
await seed(store, { localPool: true, now: new Date() });
const app = await openBenchApp(store);
const bareDir = await buildBare();
const bareApp = await openBenchApp(store, bareDir);
const browser = await launchChromium();

const [login] = await sampleLogins(store);
if (!login) throw new Error('There are no sample logins.');
const { accessToken } = await signIn(app.url, login);
const [crud] = await createClient(app.url, accessToken).ask('homeFeed');
if (!crud) throw new Error('There are no sample cruds.');

/** One after the other in turns, so that whatever else the machine does falls on both. */
const own: Visit[] = [];
const bare: Visit[] = [];
for (let round = 0; round < ROUNDS; round += 1) {
  bare.push(await slowVisit(browser, bareApp.url));
  own.push(await slowVisit(browser, app.url));
}
const [paint, barePaint] = [middle(own, 'firstPaint'), middle(bare, 'firstPaint')];
process.stdout.write(`first paint: ${paint.toFixed(0)} ms, of the bare page ${barePaint.toFixed(0)} ms\n`);
printVerdict('first paint / bare page', paint / barePaint, { unit: 'of it', digits: 2, atMost: PAINT_MAX });

const storageState = await signedIn();
const pages: [string, string, Parameters<typeof slowVisit>[2]?][] = [
  ['a visitor’s home', '/'],
  ['home, signed in', '/', { storageState }],
  ['a profile', `/@${crud.handle}`],
  ['a crud', `/@${crud.handle}/status/${crud.uuid}`],
];
for (const [name, path, options] of pages)
  for (const viewport of [PHONE, DESK]) {
    const visited = await visits(app.url + path, { viewport, ...options });
    printVerdict(`layout shift of ${name}, ${viewport.width} wide`, middle(visited, 'shift'), {
      unit: 'CLS',
      digits: 4,
      atMost: SHIFT_MAX,
    });
  }

await browser.close();
await app[Symbol.asyncDispose]();
await bareApp[Symbol.asyncDispose]();
await store.close();
await rm(bareDir, { recursive: true });

async function visits(url: string, options: Parameters<typeof slowVisit>[2] = {}): Promise<Visit[]> {
  const made: Visit[] = [];
  for (let round = 0; round < ROUNDS; round += 1) made.push(await slowVisit(browser, url, options));
  return made;
}

/** What a browser keeps of somebody who signed in by the form. */
async function signedIn() {
  const context = await browser.newContext({ baseURL: app.url });
  const page = await context.newPage();
  await page.goto('/signin');
  await page.getByLabel('Email').fill(login?.email ?? '');
  await page.getByLabel('Password', { exact: true }).fill(login?.password ?? '');
  await page.getByRole('button', { name: 'Sign In' }).click();
  await page.getByRole('article').first().waitFor();
  const state = await context.storageState();
  await context.close();
  return state;
}

function middle(visited: readonly Visit[], figure: keyof Visit): number {
  return visited.map((visit) => visit[figure]).sort((a, b) => a - b)[Math.floor(visited.length / 2)] ?? NaN;
}
