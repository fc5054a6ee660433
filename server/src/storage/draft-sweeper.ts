import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** Longer than any upload takes, so an older draft is left from a crash. Another gateway may write to the same folder. */
const ABANDONED_AFTER_MS = 10 * 60_000;

/** Removes drafts left from a crash, at most once in ten minutes. Never rejects. */
export function createDraftSweeper(folders: readonly string[]): () => Promise<void> {
  let sweptAt = -Infinity;
  return async () => {
    if (performance.now() - sweptAt < ABANDONED_AFTER_MS) return;
    sweptAt = performance.now();
    for (const folder of folders) await sweepFolder(folder).catch(() => undefined);
  };
}

async function sweepFolder(folder: string): Promise<void> {
  const names = (await readdir(folder)).filter((name) => name.startsWith('.'));
  for (const name of names) {
    const path = join(folder, name);
    const { mtimeMs } = await stat(path);
    if (Date.now() - mtimeMs > ABANDONED_AFTER_MS) await rm(path, { force: true });
  }
}
