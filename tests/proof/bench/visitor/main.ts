/**
 * What a visitor's page costs: the time in which the page cannot answer, on a processor of a quarter the speed, and the answer to
 * the first touch, with the files in the browser's cache. `--rounds 5` is a short run.
 */
import { parseArgs } from 'node:util';
import { seedStore } from '../../../../server/src/seed/seed.ts';
import { sampleLogins } from '../../../../server/src/seed/sample-logins.ts';
import { openPGlite } from '../../../../server/src/store/open-pglite.ts';
import { percentile } from '../percentile.ts';
import { createClient } from '../../../support/clients.ts';
import { signIn } from '../../../support/people.ts';
import { launchChromium } from '../../../support/services/chromium.ts';
import { startBenchApp } from '../bench-app.ts';
import { printVerdict } from '../print-verdict.ts';
import { measureFirstPresses } from './measure-first-press.ts';
import { LONG_TASK_MS, measureVisit, type Visit } from './measure-visit.ts';

const VISITS = 5;
const SLOWDOWN = 4;
const BLOCKING_MS_MAX = 50;
const PRESS_MS_MAX = 100;

const { rounds } = parseArgs({
  args: process.argv.slice(3),
  options: { rounds: { type: 'string', default: '50' } },
}).values;

const store = await openPGlite({});
await seedStore(store, { localPool: true, now: new Date() });
const app = await startBenchApp(store);
const browser = await launchChromium();
const crud = await findCrud();
const pages = [
  ['home', '/'],
  ['a profile', `/@${crud.handle}`],
  ['a crud', `/@${crud.handle}/status/${crud.uuid}`],
] as const;

for (const [name, path] of pages) {
  printBlockingTime(name, await visit(path, { slowdown: SLOWDOWN }));
  printBlockingTime(`${name}, visited again`, await visit(path, { slowdown: SLOWDOWN, browsing: 'again' }));
}
for (const path of ['/signin', '/signup']) {
  const longest = (await visit(path, { slowdown: 1 })).map((one) => one.longestTaskMs);
  printVerdict(`longest task of ${path} at full speed, median`, percentile(longest, 50), {
    unit: 'ms',
    digits: 0,
    atMost: LONG_TASK_MS,
  });
}
for (const [name, path] of pages) {
  const presses = await measureFirstPresses(browser, app.url + path, Number(rounds));
  process.stdout.write(`      first touch of ${name}, p50: ${percentile(presses, 50).toFixed(0)} ms\n`);
  printVerdict(`first touch of ${name}, p98 of ${rounds}`, percentile(presses, 98), {
    unit: 'ms',
    digits: 0,
    atMost: PRESS_MS_MAX,
  });
}
await browser.close();
await app[Symbol.asyncDispose]();
await store.close();

async function visit(path: string, options: Parameters<typeof measureVisit>[2]) {
  const visits = [];
  for (let count = 0; count < VISITS; count += 1)
    visits.push(await measureVisit(browser, app.url + path, options));
  return visits;
}

function printBlockingTime(name: string, visits: readonly Visit[]): void {
  const blocking = visits.map((one) => one.blockingMs);
  printVerdict(`blocking time of ${name}, median`, percentile(blocking, 50), {
    unit: 'ms',
    digits: 0,
    atMost: BLOCKING_MS_MAX,
  });
  process.stdout.write(`      of each visit: ${blocking.map((one) => one.toFixed(0)).join(', ')} ms\n`);
}

async function findCrud() {
  const [login] = await sampleLogins(store);
  if (!login) throw new Error('the sample logins are missing');
  const { accessToken } = await signIn(app.url, login);
  const [first] = await createClient(app.url, accessToken).callOk('homeFeed');
  if (!first) throw new Error('the sample cruds are missing');
  return first;
}
