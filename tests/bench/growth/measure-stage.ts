import type pg from 'pg';
import { crudUuid } from '../../attack/fill-store.ts';
import { loadHttp } from '../peers/http-load.ts';
import type { BenchPerson } from '../peers/peer-environment.ts';
import { startBenchGateway } from '../peers/start-bench-gateway.ts';
import { likedCrud } from './fill-stage.ts';
import { HOT_CALLS, type CallSituation, type HotCall } from './hot-calls.ts';
import { readStatementCost, startCounting, type StatementCost } from './statement-cost.ts';
import type { Stage } from './stages.ts';

const SECONDS = 1.5;
const WARM_UP_SECONDS = 0.5;

/** One kind of call at one stage; pages and `databaseMs` are those of PostgreSQL. */
export interface CallCost extends StatementCost {
  p50Ms: number;
}

/** Calls of each kind, one after the other, at a gateway that has just started. */
export async function measureStage(
  { databaseUrl, pool, people }: { databaseUrl: string; pool: pg.Pool; people: readonly BenchPerson[] },
  stage: Stage,
): Promise<Map<string, CallCost>> {
  await using gateway = await startBenchGateway({ DATABASE_URL: databaseUrl });
  const situation = await readSituation(pool, people, stage);
  const costs = new Map<string, CallCost>();
  for (const call of HOT_CALLS)
    costs.set(call.name, await measureCall(gateway.url, pool, { call, situation }));
  return costs;
}

async function measureCall(
  url: string,
  pool: pg.Pool,
  { call, situation }: { call: HotCall; situation: CallSituation },
): Promise<CallCost> {
  const requests = call.requests(situation);
  await startCounting(pool);
  const figures = await loadHttp({
    url,
    requests,
    connections: 1,
    seconds: SECONDS,
    warmUpSeconds: WARM_UP_SECONDS,
  });
  const statuses = Object.keys(figures.statuses).join();
  if (statuses !== '200') throw new Error(`${call.name} was answered ${statuses}`);
  if (figures.p50Ms === 0) throw new Error(`${call.name} was not answered within ${String(SECONDS)} s`);
  const cost = await readStatementCost(pool, { calls: figures.answers, isCached: call.isCached ?? false });
  return { ...cost, p50Ms: figures.p50Ms };
}

async function readSituation(
  pool: pg.Pool,
  people: readonly BenchPerson[],
  stage: Stage,
): Promise<CallSituation> {
  const [busiest, reader] = people;
  if (!busiest || !reader) throw new Error('there are no people');
  const { rows } = await pool.query<{ uuid: string; handle: string }>(
    'select a.uuid, p.handle from activities a join people p on p.sub = a.author where a.uuid = any($1)',
    [[crudUuid(1), likedCrud(stage)]],
  );
  const handles = new Map(rows.map(({ uuid, handle }) => [uuid, handle]));
  return { stage, busiest, reader, authorOf: (uuid) => handles.get(uuid) ?? '' };
}
