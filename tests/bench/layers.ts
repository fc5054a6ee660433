/** What our layers cost, as ratios taken in one run on one machine; bare times would say more about the machine. */
import { createActivityReads } from '../../server/src/repositories/activities.ts';
import { seed } from '../../server/src/seed/seed.ts';
import { sampleLogins } from '../../server/src/seed/sample-logins.ts';
import { openPGlite } from '../../server/src/store/open-pglite.ts';
import { createClient } from '../support/clients.ts';
import { signIn } from '../support/people.ts';
import { connect } from '../support/sockets.ts';
import { openBenchApp } from './bench-app.ts';
import { firstLoad } from './first-load.ts';
import { median } from './median.ts';
import { printCommits } from './print-commits.ts';

const ROUNDS = 300;

const store = await openPGlite({});
await seed(store, { localPool: true, now: new Date() });
const app = await openBenchApp(store);
const { url } = app;
const [login] = await sampleLogins(store);
if (!login) throw new Error('There are no sample logins.');
const { accessToken: token } = await signIn(url, login);
const person = createClient(url, token);
const { cognito_user_uuid: viewer } = await person.ask('me');
const reads = createActivityReads(store.db);

const query = await median(ROUNDS, () => reads.home({ viewer, now: new Date(), before: null, limit: 50 }));
const call = await median(ROUNDS, () => person.ask('homeFeed'));
print('feed read: call / its query', call / query);

const post = (message: string) => person.ask('createActivity', { body: { message } });
let count = 0;
const answer = await median(ROUNDS, () => post(`answered ${String((count += 1))}`));
const tab = await connect(url, { token });
const heard = await median(ROUNDS, async () => {
  const { uuid } = await post(`heard ${String((count += 1))}`);
  await new Promise<void>((resolve) => {
    const look = () => (knows(uuid) ? resolve() : void setImmediate(look));
    look();
  });
});
print('crud: heard by another tab / answered', heard / answer);
const { entry, home } = firstLoad('client/dist');
process.stdout.write(
  `JavaScript on first load: ${entry.toFixed(1)} KB gz, with the home screen ${home.toFixed(1)}\n`,
);

tab[Symbol.dispose]();
await app[Symbol.asyncDispose]();
await store.close();
await printCommits();

function knows(uuid: string): boolean {
  const last = tab.applied.public.at(-1);
  return last?.kind === 'activity.created' && last.data.uuid === uuid;
}

function print(what: string, ratio: number): void {
  process.stdout.write(`${what}: ${ratio.toFixed(2)}\n`);
}
