import { createWriteStream, existsSync } from 'node:fs';
import { open, rename, rm, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { loadStoreConfig, readEnvironment } from '../config/load-config.ts';
import { packArchive } from '../store/backup/pack.ts';
import { requestSnapshot } from '../store/backup/request-snapshot.ts';
import { takeSnapshot, type Snapshot } from '../store/backup/snapshot.ts';
import { unpackArchive } from '../store/backup/unpack.ts';
import { lockDirectory } from '../store/directory-lock.ts';
import { storeDir } from '../store/initialise-store.ts';
import { createPGlite } from '../store/open-pglite.ts';
import { recoverDirectory } from '../store/recover-directory.ts';
import { print, printError } from '../wiring/logger.ts';
import { StartupError } from '../config/startup-error.ts';

/** `npm run backup [-- FILE]`: one archive of the embedded store and its avatars, while the program runs or not. */
async function main(): Promise<void> {
  const { store } = loadStoreConfig(readEnvironment());
  if (store.kind === 'postgres') {
    throw new StartupError(
      'DATABASE_URL is PostgreSQL: back it up as described in docs/operations/backup.md.',
    );
  }
  if (!existsSync(storeDir(store.dataDir)))
    throw new StartupError(`${store.dataDir} has no store: set DATA_DIR.`);
  const madeAt = new Date();
  const target = resolve(process.argv[2] ?? `cruddur-${madeAt.toISOString().replaceAll(':', '-')}.tar.gz`);
  if (existsSync(target)) throw new StartupError(`${target} exists: name another file.`);
  const draft = `${target}.partial`;
  try {
    // Readable for its owner only: it holds password verifiers and keys.
    await using snapshot = await copyStore(store.dataDir);
    await packArchive(createWriteStream(draft, { mode: 0o600 }), { folder: snapshot.folder, madeAt });
    await unpackArchive(draft);
    await flush(draft);
    await rename(draft, target);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
  const megabytes = ((await stat(target)).size / 1_000_000).toFixed(1);
  print(`The backup is ${target} (${megabytes} MB).`);
}

/** Copied by the running program, or by this one when none runs. */
async function copyStore(dataDir: string): Promise<Snapshot> {
  const copy = await requestSnapshot(dataDir);
  if (copy) return copy;
  // Held until the copy is packed: a program that starts removes leftover copies.
  const lock = await lockDirectory(dataDir);
  try {
    await recoverDirectory(dataDir);
    const snapshot = await copyStoppedStore(dataDir);
    const dispose = async () => {
      await snapshot[Symbol.asyncDispose]();
      await lock.release();
    };
    return { folder: snapshot.folder, [Symbol.asyncDispose]: dispose };
  } catch (error) {
    await lock.release();
    throw error;
  }
}

/** Without a migration: the version before may have to use the store again. */
async function copyStoppedStore(dataDir: string): Promise<Snapshot> {
  const pglite = await createPGlite({ dataDir: storeDir(dataDir) });
  try {
    return await takeSnapshot({ dataDir, store: { pglite, pauseDuring: (work) => work() } });
  } finally {
    await pglite.close();
  }
}

async function flush(path: string): Promise<void> {
  const file = await open(path, 'r+');
  await file.sync();
  await file.close();
}

try {
  await main();
} catch (error) {
  const reason = error instanceof Error ? error.message : String(error);
  printError(error instanceof StartupError ? reason : `The backup failed: ${reason}`);
  process.exitCode = error instanceof StartupError ? error.exitCode : 1;
}
