/** The cost of clients that stop reading while 10,000 cruds are delivered, and the time until they are disconnected. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { signUp } from '../../support/people.ts';
import { startProgram } from '../../support/program.ts';
import { openRawSocket } from '../../support/raw-socket.ts';
import { startPostgres } from '../../support/services/postgres-cluster.ts';
import { createDatabase } from '../../support/services/postgres.ts';
import { until } from '../../support/until.ts';

const SLOW_SOCKETS = 50;
const CRUDS = 10_000;
const WRITERS = 32;

const folder = await mkdtemp(join(tmpdir(), 'cruddur-bench-'));
await using cluster = await startPostgres();
await using database = await createDatabase(cluster.adminUrl);
await using program = startProgram({
  DATABASE_URL: database.url,
  DATA_DIR: folder,
  RATE_LIMITS: 'off',
  LOG_LEVEL: 'none',
  MAX_SOCKETS_PER_PERSON: '1000',
  MAX_SOCKETS_PER_ADDRESS: '1000',
});
const url = await program.waitUntilReady();
const person = await signUp(url);

const baseline = await writeAllCruds();
for (let count = 0; count < SLOW_SOCKETS; count += 1) {
  const raw = await openRawSocket(url);
  raw.send(`40${JSON.stringify({ token: person.accessToken })}`);
  await until(() => raw.receivedText().includes('"ready"'), { what: 'the socket is ready' });
  raw.tcp.pause();
}
const withSlowSockets = await writeAllCruds();
await until(async () => (await countSockets()) === 0, {
  what: 'the last of them is disconnected',
  timeoutMs: 30_000,
});
process.stdout.write(
  `${String(CRUDS)} cruds, highest MB of the gateway: ${baseline.highest.toFixed(0)} without, ` +
    `${withSlowSockets.highest.toFixed(0)} with ${String(SLOW_SOCKETS)} sockets that read nothing; ` +
    `all of them were disconnected after ${String(withSlowSockets.cutAfter)} cruds\n`,
);
await rm(folder, { recursive: true, force: true });
process.exit(0);

async function writeAllCruds(): Promise<{ highest: number; cutAfter: number }> {
  let [sent, highest, cutAfter] = [0, program.residentMb(), CRUDS];
  const body = {
    message: 'one of very many, as long as people write when they have something to say. '.repeat(3),
  };
  const writer = async () => {
    while (sent < CRUDS) {
      sent += 1;
      await person.callOk('createActivity', { body });
      if (sent % 100 !== 0) continue;
      highest = Math.max(highest, program.residentMb());
      if (cutAfter === CRUDS && (await countSockets()) === 0) cutAfter = sent;
    }
  };
  await Promise.all(Array.from({ length: WRITERS }, writer));
  return { highest, cutAfter };
}

async function countSockets(): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text();
  return Number(/^cruddur_sockets (\d+)$/m.exec(text)?.[1]);
}
