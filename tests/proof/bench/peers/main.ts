/**
 * `npm run bench -- --peers`: our figures beside those of bare servers on this machine. `--rows feed-first` runs the rows whose
 * names start with it. `--write` writes all rows into the table of docs/performance.md. Exit code 1 when a target is missed.
 */
import { findProgram } from '../../../support/services/find-program.ts';
import { writeBlock } from '../write-block.ts';
import { deliveryRows } from './delivery.ts';
import { feedRows } from './feed.ts';
import { formatTable, isMet } from './format-table.ts';
import { pageRows } from './pages.ts';
import { findPgbench } from './run-pgbench.ts';
import { runRows } from './run-rows.ts';
import { socketRows } from './sockets/rows.ts';
import { startPeerEnvironment } from './peer-environment.ts';
import { writeRows } from './writes.ts';

/** In the order of docs/performance.md. */
const allRows = [...socketRows, ...feedRows, ...pageRows, ...writeRows, ...deliveryRows];

const print = (text: string) => void process.stdout.write(`${text}\n`);

process.exitCode = await compareWithPeers(process.argv.slice(3));

async function compareWithPeers(words: readonly string[]): Promise<number> {
  const missing = findMissingService();
  if (missing !== undefined) {
    print(missing);
    return 1;
  }
  const prefixes = words.filter((word) => !word.startsWith('--'));
  const rows = allRows.filter(
    ({ name }) => prefixes.length === 0 || prefixes.some((prefix) => name.startsWith(prefix)),
  );
  if (rows.length === 0) {
    print(`No such row. The rows are ${allRows.map(({ name }) => name).join(', ')}.`);
    return 1;
  }
  if (words.includes('--write') && rows.length < allRows.length) {
    print('--write writes the whole table, so it needs all rows.');
    return 1;
  }
  await using environment = await startPeerEnvironment();
  const results = await runRows(rows, environment, print);
  const table = formatTable(results);
  print(table);
  if (words.includes('--write')) await writeBlock('docs/performance.md', 'peers', table);
  return results.every(isMet) ? 0 : 1;
}

function findMissingService(): string | undefined {
  if (findPgbench() === undefined) return 'PostgreSQL or its pgbench is missing: apt-get install postgresql';
  if (findProgram('redis-server') === undefined) return 'Redis is missing: apt-get install redis-server';
  return undefined;
}
