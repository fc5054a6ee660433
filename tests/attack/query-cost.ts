import { CompiledQuery } from 'kysely';
import type { Db } from '../../server/src/repositories/tables.ts';

/** What a node of a plan tells of itself, as far as it matters here. */
interface PlanNode {
  'Node Type': string;
  'Relation Name'?: string;
  'Shared Hit Blocks': number;
  'Shared Read Blocks': number;
  Plans?: PlanNode[];
}

export interface QueryCost {
  /** Pages of tables and indexes that the statements looked at. */
  pages: number;
  /** Tables that were read from end to end. */
  fullScans: string[];
  statements: string[];
}

/**
 * Runs a read and explains each of its statements with the values it used.
 * @param read gets the store to read from
 */
export async function measureQueryCost(db: Db, read: (watched: Db) => Promise<unknown>): Promise<QueryCost> {
  const statements = await collectStatements(db, read);
  const effort: QueryCost = { pages: 0, fullScans: [], statements: statements.map((query) => query.sql) };
  for (const query of statements) {
    const plan = await explainQuery(db, query);
    effort.pages += plan['Shared Hit Blocks'] + plan['Shared Read Blocks'];
    effort.fullScans.push(...listFullScans(plan));
  }
  return effort;
}

/** The statements that a read sends, in their order. */
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
