import { existsSync } from 'node:fs';
import { copyFile, link, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { PGlite } from '@electric-sql/pglite';
import { listTree } from './manifest.ts';
import { writeRows } from './rows.ts';

export const BACKUP_PARTIAL = 'backup.partial-';

export interface Snapshot extends AsyncDisposable {
  /** Has `rows` and `avatars`; removed with the snapshot. */
  folder: string;
}

export interface SnapshotOptions {
  dataDir: string;
  store: { pglite: PGlite; pauseDuring: (work: () => Promise<void>) => Promise<void> };
  signal?: AbortSignal;
}

/**
 * Copies the rows of an embedded store and its avatars, as of one moment, into the data directory. An opened store has a single
 * connection: while the copy holds it, no transaction is in progress and calls wait.
 */
export async function takeSnapshot({ dataDir, store, signal }: SnapshotOptions): Promise<Snapshot> {
  const folder = await mkdtemp(join(dataDir, BACKUP_PARTIAL));
  const dispose = () => rm(folder, { recursive: true, force: true });
  try {
    await store.pauseDuring(async () => {
      await writeRows(store.pglite, join(folder, 'rows'), signal);
      await linkAvatars(join(dataDir, 'avatars'), join(folder, 'avatars'));
    });
  } catch (error) {
    await dispose();
    throw error;
  }
  return { folder, [Symbol.asyncDispose]: dispose };
}

/** A picture's file is replaced and never modified, so a hard link keeps its content. The names of drafts begin with a dot. */
async function linkAvatars(from: string, to: string): Promise<void> {
  await mkdir(to, { mode: 0o700 });
  if (!existsSync(from)) return;
  for (const { path, isFolder } of await listTree(from)) {
    if (isFolder) await mkdir(join(to, path), { mode: 0o700 });
    else if (!/(^|\/)\.[^/]*$/.test(path)) await linkOrCopy(join(from, path), join(to, path));
  }
}

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
