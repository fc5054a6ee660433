import { execFile } from 'node:child_process';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { percentile } from '../percentile.ts';
import { createTempFolder } from '../../../support/create-temp-folder.ts';
import { findPostgres } from '../../../support/services/find-postgres.ts';
import { findProgram } from '../../../support/services/find-program.ts';

const run = promisify(execFile);

/** One script, run repeatedly by each client with prepared statements. */
export interface PgbenchLoad {
  databaseUrl: string;
  /** SQL. */
  script: string;
  clients: number;
  seconds: number;
}

/** Of transactions: runs of the whole script. */
export interface PgbenchFigures {
  perSecond: number;
  p50Ms: number;
}

/** On the PATH or beside the server, or undefined. */
export function findPgbench(): string | undefined {
  const bin = findPostgres();
  return bin && findProgram('pgbench', [bin]);
}

export async function runPgbench(load: PgbenchLoad): Promise<PgbenchFigures> {
  const { databaseUrl, script, clients, seconds } = load;
  const program = findPgbench();
  if (!program) throw new Error('pgbench is missing: apt-get install postgresql');
  await using folder = await createTempFolder();
  const file = join(folder.path, 'script.sql');
  await writeFile(file, script);
  const { stdout } = await run(program, [
    ...['--no-vacuum', '--protocol=prepared', '--log', `--log-prefix=${join(folder.path, 'log')}`],
    ...[`--client=${clients}`, `--time=${seconds}`, `--file=${file}`],
    databaseUrl,
  ]);
  const perSecond = Number(/^tps = ([\d.]+)/m.exec(stdout)?.[1]);
  if (!(perSecond > 0)) throw new Error(`pgbench has no result:\n${stdout}`);
  return { perSecond, p50Ms: percentile(await readTimes(folder.path), 50) };
}

/** The duration of each transaction in milliseconds: the third field of a log's line, in microseconds. */
async function readTimes(folder: string): Promise<number[]> {
  const names = (await readdir(folder)).filter((name) => name.startsWith('log'));
  const logs = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')));
  return logs.flatMap((log) => log.trim().split('\n')).map((line) => Number(line.split(' ')[2]) / 1000);
}
