/** The cost of our layers, as ratios within one run on one machine; absolute times would depend on the machine. */
import { createActivityReads } from '../../server/src/repositories/activities.ts';
import { seedStore } from '../../server/src/seed/seed.ts';
import { sampleLogins } from '../../server/src/seed/sample-logins.ts';
import { openPGlite } from '../../server/src/store/open-pglite.ts';
import { createClient } from '../support/clients.ts';
import { signIn } from '../support/people.ts';
import { connectSocket } from '../support/sockets.ts';
import { startBenchApp } from './bench-app.ts';
import { measureFirstLoad } from './measure-first-load.ts';
import { measureMedian } from './measure-median.ts';
import { printCommitThroughput } from './print-commit-throughput.ts';

const ROUNDS = 300;

const store = await openPGlite({});
await seedStore(store, { localPool: true, now: new Date() });
const app = await startBenchApp(store);
const { url } = app;
const [login] = await sampleLogins(store);
if (!login) throw new Error('the sample logins are missing');
const { accessToken: token } = await signIn(url, login);
const person = createClient(url, token);
const { cognito_user_uuid: viewer } = await person.callOk('me');
const reads = createActivityReads(store.db);

const query = await measureMedian(ROUNDS, () =>
  reads.readHome({ viewer, now: new Date(), before: null, limit: 50 }),
);
const call = await measureMedian(ROUNDS, () => person.callOk('homeFeed'));
printRatio('feed read: call / its query', call / query);

const post = (message: string) => person.callOk('createActivity', { body: { message } });
let count = 0;
const answeredMs = await measureMedian(ROUNDS, () => post(`answered ${String((count += 1))}`));
const tab = await connectSocket(url, { token });
const deliveredMs = await measureMedian(ROUNDS, async () => {
  const { uuid } = await post(`heard ${String((count += 1))}`);
  await new Promise<void>((resolve) => {
    const poll = () => (hasApplied(uuid) ? resolve() : void setImmediate(poll));
    poll();
  });
});
printRatio('crud: received by another tab / answered', deliveredMs / answeredMs);
const { entry, home } = measureFirstLoad('client/dist');
process.stdout.write(
  `JavaScript on first load: ${entry.toFixed(1)} KB gz, with the home screen ${home.toFixed(1)}\n`,
);

tab[Symbol.dispose]();
await app[Symbol.asyncDispose]();
await store.close();
await printCommitThroughput();

function hasApplied(uuid: string): boolean {
  const last = tab.applied.public.at(-1);
  return last?.kind === 'activity.created' && last.data.uuid === uuid;
}

function printRatio(what: string, ratio: number): void {
  process.stdout.write(`${what}: ${ratio.toFixed(2)}\n`);
}
