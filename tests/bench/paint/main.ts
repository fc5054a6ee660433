/** The waiting time of a visitor on a slow phone, compared with a bare page with the same libraries, and the layout shift. */
import { rm } from 'node:fs/promises';
import { seedStore } from '../../../server/src/seed/seed.ts';
import { sampleLogins } from '../../../server/src/seed/sample-logins.ts';
import { openPGlite } from '../../../server/src/store/open-pglite.ts';
import { createClient } from '../../support/clients.ts';
import { signIn } from '../../support/people.ts';
import { launchChromium } from '../../support/services/chromium.ts';
import { startBenchApp } from '../bench-app.ts';
import { printVerdict } from '../print-verdict.ts';
import { buildBarePage } from './build-bare-page.ts';
import { PHONE, measureSlowVisit, type Visit } from './measure-slow-visit.ts';

const ROUNDS = 5;
/** Relative to the bare page's first paint. */
const PAINT_MAX = 0.58;
const SHIFT_MAX = 0.01;
const DESKTOP = { width: 1440, height: 900 };

const store = await openPGlite({});
await seedStore(store, { localPool: true, now: new Date() });
const app = await startBenchApp(store);
const bareDir = await buildBarePage();
const bareApp = await startBenchApp(store, bareDir);
const browser = await launchChromium();

const [login] = await sampleLogins(store);
if (!login) throw new Error('the sample logins are missing');
const { accessToken } = await signIn(app.url, login);
const [crud] = await createClient(app.url, accessToken).callOk('homeFeed');
if (!crud) throw new Error('the sample cruds are missing');

/** Alternating, so that other load on the machine affects both. */
const productVisits: Visit[] = [];
const bareVisits: Visit[] = [];
for (let round = 0; round < ROUNDS; round += 1) {
  bareVisits.push(await measureSlowVisit(browser, bareApp.url));
  productVisits.push(await measureSlowVisit(browser, app.url));
}
const [paint, barePaint] = [medianOf(productVisits, 'firstPaint'), medianOf(bareVisits, 'firstPaint')];
process.stdout.write(`first paint: ${paint.toFixed(0)} ms, bare page: ${barePaint.toFixed(0)} ms\n`);
printVerdict('first paint / bare page', paint / barePaint, { unit: 'of it', digits: 2, atMost: PAINT_MAX });

const storageState = await signInAndStore();
const pages: [string, string, Parameters<typeof measureSlowVisit>[2]?][] = [
  ['a visitor’s home', '/'],
  ['home, signed in', '/', { storageState }],
  ['a profile', `/@${crud.handle}`],
  ['a crud', `/@${crud.handle}/status/${crud.uuid}`],
];
for (const [name, path, options] of pages)
  for (const viewport of [PHONE, DESKTOP]) {
    const visited = await measureVisits(app.url + path, { viewport, ...options });
    printVerdict(`layout shift of ${name}, ${viewport.width} wide`, medianOf(visited, 'shift'), {
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

async function measureVisits(
  url: string,
  options: Parameters<typeof measureSlowVisit>[2] = {},
): Promise<Visit[]> {
  const made: Visit[] = [];
  for (let round = 0; round < ROUNDS; round += 1) made.push(await measureSlowVisit(browser, url, options));
  return made;
}

/** The storage of a user who signed in by the form. */
async function signInAndStore() {
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

function medianOf(visited: readonly Visit[], figure: keyof Visit): number {
  return visited.map((visit) => visit[figure]).sort((a, b) => a - b)[Math.floor(visited.length / 2)] ?? NaN;
}
