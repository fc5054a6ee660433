/**
 * `npm run bench -- --growth`: hot calls on a store that grows to 2,000,000 cruds, 100,000 people and 100,000 likes of one crud.
 * `--write` writes the table of docs/performance.md. Exit code 1 when the cost of a call grows with the store.
 */
import { createDatabase } from '../../support/services/postgres.ts';
import { startPostgres } from '../../support/services/postgres-cluster.ts';
import { openTestPool } from '../../support/services/test-pool.ts';
import { signUp } from '../../support/people.ts';
import { formatNumber } from '../peers/format-table.ts';
import { findPgbench } from '../peers/run-pgbench.ts';
import { signInFilledPeople } from '../peers/sign-in-filled-people.ts';
import type { BenchPerson } from '../peers/peer-environment.ts';
import { startBenchGateway } from '../peers/start-bench-gateway.ts';
import { writeBlock } from '../write-block.ts';
import { fillStage } from './fill-stage.ts';
import { HOT_CALLS } from './hot-calls.ts';
import { measureStage, type CallCost } from './measure-stage.ts';
import { statementSettings } from './statement-cost.ts';
import { STAGES } from './stages.ts';
import { isFlat } from './verdict.ts';

const SETTINGS = { shared_buffers: '1GB', max_wal_size: '8GB', ...statementSettings };

const print = (text: string) => void process.stdout.write(`${text}\n`);

process.exitCode = await measureGrowth();

async function measureGrowth(): Promise<number> {
  if (findPgbench() === undefined) {
    print('PostgreSQL or its pg_stat_statements is missing: apt-get install postgresql');
    return 1;
  }
  await using cluster = await startPostgres(SETTINGS);
  await using database = await createDatabase(cluster.adminUrl);
  await using opened = openTestPool({ connectionString: database.url, max: 2 });
  const store = { databaseUrl: database.url, pool: opened.pool };
  const costs: Map<string, CallCost>[] = [];
  let people: BenchPerson[] | undefined;
  await migrate(store.databaseUrl);
  for (const stage of STAGES) {
    const startedAt = performance.now();
    await fillStage(store.databaseUrl, stage, store.pool);
    print(`${JSON.stringify(stage)}: filled in ${((performance.now() - startedAt) / 1000).toFixed(0)} s`);
    people ??= await signInSome(store.databaseUrl);
    costs.push(await measureStage({ ...store, people }, stage));
  }
  const [smallest = new Map<string, CallCost>()] = costs;
  const isFlatCall = (name: string) =>
    costs.every((at) => isFlat(required(smallest, name), required(at, name)));
  const lines = HOT_CALLS.map(({ name }) => {
    const cells = costs.map((at) => formatCost(required(at, name)));
    return `| ${name} | ${cells.join(' | ')} | ${isFlatCall(name) ? 'yes' : '**no**'} |`;
  });
  const table = [...formatHead(), ...lines].join('\n');
  print(table);
  if (process.argv.includes('--write')) await writeBlock('docs/performance.md', 'growth', table);
  return HOT_CALLS.every(({ name }) => isFlatCall(name)) ? 0 : 1;
}

async function migrate(databaseUrl: string): Promise<void> {
  await (await startBenchGateway({ DATABASE_URL: databaseUrl }))[Symbol.asyncDispose]();
}

async function signInSome(databaseUrl: string): Promise<BenchPerson[]> {
  await using gateway = await startBenchGateway({ DATABASE_URL: databaseUrl });
  const { accessToken } = await signUp(gateway.url);
  return await signInFilledPeople(databaseUrl, accessToken, 10);
}

function required(costs: Map<string, CallCost>, name: string): CallCost {
  const cost = costs.get(name);
  if (!cost) throw new Error(`${name} was not measured`);
  return cost;
}

function formatHead(): string[] {
  const heads = STAGES.map(({ cruds, people, likes }) =>
    [`${formatNumber(cruds)} cruds`, `${formatNumber(people)} people`, `${String(likes)} likes`].join(', '),
  );
  return [`| Call | ${heads.join(' | ')} | Flat |`, `| --- |${' --- |'.repeat(STAGES.length)} --- |`];
}

function formatCost({ p50Ms, pages, ms }: CallCost): string {
  return `${formatNumber(p50Ms)} ms, ${formatNumber(ms)} in PostgreSQL, ${pages.toFixed(0)} pages`;
}
