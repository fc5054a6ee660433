import { existsSync } from 'node:fs';
import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { BACKUP_PARTIAL } from './backup/snapshot.ts';

export const RESTORE_PARTIAL = 'restore.partial-';
/** A complete store that replaces the current one; the rest of the name is its time. */
export const RESTORE_READY = 'restore.ready-';
const REPLACED = 'replaced-';
const PARTS = ['pg', 'avatars'] as const;

/**
 * Recovers from a killed process: a restore that had begun to replace the store is completed; earlier steps of one and unfinished
 * backups are removed.
 * @param dataDir locked by the caller
 */
export async function recoverDirectory(dataDir: string): Promise<void> {
  const names = await readdir(dataDir);
  const partial = names.filter((name) => name.startsWith(BACKUP_PARTIAL) || name.startsWith(RESTORE_PARTIAL));
  for (const name of partial) await rm(join(dataDir, name), { recursive: true, force: true });
  for (const name of names.filter((name) => name.startsWith(RESTORE_READY)))
    await swapInRestored(dataDir, name);
}

/**
 * Replaces the current store by the content of a ready folder, and moves the current one aside. After each step the function can
 * be repeated: a part that is no longer in the ready folder is in its place.
 * @returns the folder with the former store, if there was one
 */
export async function swapInRestored(dataDir: string, readyName: string): Promise<string | undefined> {
  const ready = join(dataDir, readyName);
  const replaced = join(dataDir, REPLACED + readyName.slice(RESTORE_READY.length));
  for (const part of PARTS.filter((part) => existsSync(join(ready, part)))) {
    if (existsSync(join(dataDir, part))) {
      await mkdir(replaced, { recursive: true, mode: 0o700 });
      await rename(join(dataDir, part), join(replaced, part));
    }
    await rename(join(ready, part), join(dataDir, part));
  }
  await rm(ready, { recursive: true, force: true });
  return existsSync(replaced) ? replaced : undefined;
}
