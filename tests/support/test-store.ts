import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { inject } from 'vitest';
import { createLogger } from '../../server/src/logger.ts';
import { openPGlite } from '../../server/src/store/open-pglite.ts';
import { openPostgres } from '../../server/src/store/open-postgres.ts';
import type { OpenedStore } from '../../server/src/store/opened-store.ts';
import { listFiles } from './list-files.ts';
import { readRoot } from './read-root.ts';
import { createDatabase } from './services/postgres.ts';
import './services/provided.ts';

/** A store of its own for one test application. `url` is only there on PostgreSQL, for a second gateway. */
export type TestStore = AsyncDisposable & { store: OpenedStore; url: string | undefined };

/** An empty, migrated store on the kind of database that this run is about. */
export async function openTestStore(): Promise<TestStore> {
  return inject('store') === 'postgres' ? onNewDatabase() : onPGlite();
}

/** Further connections to a test's PostgreSQL database, as another gateway has them. */
export async function openDatabase(url: string): Promise<TestStore> {
  const store = closingOnce(await openPostgres(url, createLogger('none')));
  return { store, url, [Symbol.asyncDispose]: () => store.close() };
}

async function onNewDatabase(): Promise<TestStore> {
  const database = await createDatabase(inject('postgres') ?? '');
  const opened = await openDatabase(database.url);
  return {
    ...opened,
    async [Symbol.asyncDispose]() {
      await opened.store.close();
      await database[Symbol.asyncDispose]();
    },
  };
}

async function onPGlite(): Promise<TestStore> {
  const loadDataDir = new Blob([new Uint8Array(await migratedCopy())]);
  const store = closingOnce(await openPGlite({ loadDataDir }));
  return { store, url: undefined, [Symbol.asyncDispose]: () => store.close() };
}

const CACHE = 'node_modules/.cache/cruddur';
let copy: Promise<Buffer> | undefined;

/** A migrated, empty database as a file, made once for each state of the migrations: a copy takes a fifth of the time. */
function migratedCopy(): Promise<Buffer> {
  return (copy ??= readOrMake(join(CACHE, `${fingerprint()}.tar`)));
}

async function readOrMake(file: string): Promise<Buffer> {
  if (existsSync(file)) return readFile(file);
  const made = await openPGlite({});
  const dump = Buffer.from(await (await made.pglite.dumpDataDir('none')).arrayBuffer());
  await made.close();
  await mkdir(CACHE, { recursive: true });
  await writeFile(`${file}.${process.pid}`, dump);
  await rename(`${file}.${process.pid}`, file);
  return dump;
}

function fingerprint(): string {
  const sources = [
    ...listFiles('server/src/repositories/migrations', '.ts'),
    'server/src/local-pool/migrations.ts',
  ];
  const hash = createHash('sha256');
  for (const file of [...sources, 'package-lock.json']) hash.update(readRoot(file));
  return hash.digest('hex').slice(0, 32);
}

/** Application and test both close it, in whatever order. */
function closingOnce(store: OpenedStore): OpenedStore {
  let closing: Promise<void> | undefined;
  return { ...store, close: () => (closing ??= store.close()) };
}
