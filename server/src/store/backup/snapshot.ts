import { constants, existsSync } from 'node:fs';
import { copyFile, link, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { storeDir } from '../initialise-store.ts';
import type { OpenedStore } from '../opened-store.ts';
import { listTree } from './manifest.ts';

export const BACKUP_PARTIAL = 'backup.partial-';
const CONCURRENT_COPIES = 8;

export interface Snapshot extends AsyncDisposable {
  /** Has `pg` and `avatars`; removed with the snapshot. */
  folder: string;
}

export interface SnapshotOptions {
  dataDir: string;
  /** The opened store; omitted when no program has it open. */
  store?: Pick<OpenedStore, 'pauseDuring'>;
  signal?: AbortSignal;
}

/**
 * Copies an embedded store and its avatars, as of one moment, into the data directory. An opened store has a single connection:
 * while the copy holds it, no transaction is in progress and calls wait.
 */
export async function takeSnapshot({ dataDir, store, signal }: SnapshotOptions): Promise<Snapshot> {
  const folder = await mkdtemp(join(dataDir, BACKUP_PARTIAL));
  const dispose = () => rm(folder, { recursive: true, force: true });
  const copy = () => copyAll(dataDir, folder, signal);
  try {
    if (!store) await copy();
    else {
      await store.pauseDuring(async (connection) => {
        await sql`checkpoint`.execute(connection);
        await copy();
      });
    }
  } catch (error) {
    await dispose();
    throw error;
  }
  return { folder, [Symbol.asyncDispose]: dispose };
}

async function copyAll(dataDir: string, folder: string, signal: AbortSignal | undefined): Promise<void> {
  const avatars = join(dataDir, 'avatars');
  await copyTree(storeDir(dataDir), join(folder, 'pg'), { copyOne: cloneOrCopy, signal });
  // A picture's file is replaced and never modified, so a hard link keeps its content.
  if (existsSync(avatars)) await copyTree(avatars, join(folder, 'avatars'), { copyOne: linkOrCopy, signal });
  else await mkdir(join(folder, 'avatars'));
}

interface CopyTree {
  copyOne: (from: string, to: string) => Promise<void>;
  signal: AbortSignal | undefined;
}

async function copyTree(from: string, to: string, { copyOne, signal }: CopyTree): Promise<void> {
  await mkdir(to, { mode: 0o700 });
  const entries = (await listTree(from)).filter(({ path }) => isIncluded(path));
  for (const { path, isFolder } of entries) if (isFolder) await mkdir(join(to, path), { mode: 0o700 });
  const files = entries.filter(({ isFolder }) => !isFolder).map(({ path }) => path);
  const work = async () => {
    for (let path = files.pop(); path !== undefined; path = files.pop()) {
      signal?.throwIfAborted();
      await copyOne(join(from, path), join(to, path));
    }
  };
  await Promise.all(Array.from({ length: CONCURRENT_COPIES }, work));
}

/** Excludes drafts of pictures, whose names begin with a dot, and the pid file of the running database. */
function isIncluded(path: string): boolean {
  const name = path.slice(path.lastIndexOf('/') + 1);
  return !name.startsWith('.') && name !== 'postmaster.pid';
}

/** Shares blocks where the file system can. */
const cloneOrCopy = (from: string, to: string) => copyFile(from, to, constants.COPYFILE_FICLONE);

async function linkOrCopy(from: string, to: string): Promise<void> {
  try {
    await link(from, to);
  } catch (error) {
    // Removed or replaced by a running program since the folder was listed.
    if (!existsSync(from)) return;
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') throw error;
    await copyFile(from, to);
  }
}
