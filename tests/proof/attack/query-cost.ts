import { CompiledQuery } from 'kysely';
import type { Db } from '../../../server/src/repositories/tables.ts';

/** The used fields of a plan node. */
interface PlanNode {
  'Node Type': string;
  'Relation Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  'Shared Hit Blocks': number;
  'Shared Read Blocks': number;
  Plans?: PlanNode[];
}

export interface QueryCost {
  /** Pages of tables and indexes that the statements read. */
  pages: number;
  /** Tables that were scanned completely. */
  fullScans: string[];
  /** Rows that the scan with the most rows went through, those that its filter left out included. */
  largestScan: number;
  statements: string[];
}

/**
 * Runs a read and explains each of its statements with the used values.
 * @param read receives the store to read from
 */
export async function measureQueryCost(db: Db, read: (watched: Db) => Promise<unknown>): Promise<QueryCost> {
  const statements = await collectStatements(db, read);
  const cost: QueryCost = {
    pages: 0,
    fullScans: [],
    largestScan: 0,
    statements: statements.map((query) => query.sql),
  };
  for (const query of statements) {
    const plan = await explainQuery(db, query);
    cost.pages += plan['Shared Hit Blocks'] + plan['Shared Read Blocks'];
    cost.fullScans.push(...listFullScans(plan));
    cost.largestScan = Math.max(cost.largestScan, rowsOfLargestScan(plan));
  }
  return cost;
}

/** The statements of a read, in order. */
export async function collectStatements(
  db: Db,
  read: (watched: Db) => Promise<unknown>,
): Promise<CompiledQuery[]> {
  const statements: CompiledQuery[] = [];
  const watched = db.withPlugin({
    transformQuery({ node, queryId }) {
      statements.push(db.getExecutor().compileQuery(node, queryId));
      return node;
    },
    transformResult: ({ result }) => Promise.resolve(result),
  });
  await read(watched);
  return statements;
}

async function explainQuery(db: Db, query: CompiledQuery): Promise<PlanNode> {
  const { rows } = await db.executeQuery<{ 'QUERY PLAN': { Plan: PlanNode }[] | string }>(
    CompiledQuery.raw(`explain (analyze, buffers, format json) ${query.sql}`, [...query.parameters]),
  );
  const answer = rows[0]?.['QUERY PLAN'];
  const [explained] =
    typeof answer === 'string' ? (JSON.parse(answer) as { Plan: PlanNode }[]) : (answer ?? []);
  if (!explained) throw new Error('a statement was not explained');
  return explained.Plan;
}

function listFullScans(plan: PlanNode): string[] {
  const own = plan['Node Type'] === 'Seq Scan' ? [plan['Relation Name'] ?? '?'] : [];
  return [...own, ...(plan.Plans ?? []).flatMap(listFullScans)];
}

function rowsOfLargestScan(plan: PlanNode): number {
  const isScan = plan['Node Type'].endsWith('Scan');
  const rows = (plan['Actual Rows'] + (plan['Rows Removed by Filter'] ?? 0)) * plan['Actual Loops'];
  return Math.max(isScan ? rows : 0, ...(plan.Plans ?? []).map(rowsOfLargestScan));
}
