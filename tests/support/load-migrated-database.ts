import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openPGlite } from '../../server/src/store/open-pglite.ts';
import { listFiles } from './list-files.ts';
import { readRepositoryFile } from './read-repository-file.ts';

const CACHE = 'node_modules/.cache/cruddur';

/**
 * The parts of a data folder that take most of the time to open a copy: two thirds of its files, which no application reads,
 * and memory that is cleared first.
 */
const SHRINK_STATEMENTS = [
  'UPDATE pg_database SET datistemplate = false',
  'DROP DATABASE template0',
  'DROP DATABASE template1',
  "ALTER SYSTEM SET shared_buffers = '16MB'",
];

let copy: Promise<Buffer> | undefined;

/** A migrated, empty database as a file, created once per state of the migrations: opening it takes a tenth of the time. */
export function loadMigratedDatabase(): Promise<Buffer> {
  return (copy ??= readOrCreate(join(CACHE, `${fingerprint()}.tar`)));
}

async function readOrCreate(file: string): Promise<Buffer> {
  if (existsSync(file)) return readFile(file);
  const made = await openPGlite({ initDbStartParams: ['--wal-segsize=1'] });
  for (const statement of SHRINK_STATEMENTS) await made.pglite.exec(statement);
  const dump = Buffer.from(await (await made.pglite.dumpDataDir('none')).arrayBuffer());
  await made.close();
  await mkdir(CACHE, { recursive: true });
  await writeFile(`${file}.${process.pid}`, dump);
  await rename(`${file}.${process.pid}`, file);
  return dump;
}

function fingerprint(): string {
  const sources = [
    ...listFiles('server/src/repositories/schema', '.ts'),
    'server/local-pool/src/migrations.ts',
    'tests/support/load-migrated-database.ts',
  ];
  const hash = createHash('sha256');
  for (const file of [...sources, 'package-lock.json']) hash.update(readRepositoryFile(file));
  return hash.digest('hex').slice(0, 32);
}
