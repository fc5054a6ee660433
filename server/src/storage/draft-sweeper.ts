import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { FailureLog } from '../domain/failure-log.ts';
import { runEach } from '../domain/run-each.ts';

/** Longer than any upload takes, so an older draft is left from a crash. Another gateway may write to the same folder. */
const ABANDONED_AFTER_MS = 10 * 60_000;
/** The name of this work in the log of failures. */
const WORK = 'avatar drafts';

/** Removes drafts left from a crash, at most once in ten minutes. Never rejects. */
export function createDraftSweeper(folders: readonly string[], failures: FailureLog): () => Promise<void> {
  let sweptAt = -Infinity;
  return async () => {
    if (performance.now() - sweptAt < ABANDONED_AFTER_MS) return;
    sweptAt = performance.now();
    try {
      await runEach(folders.map((folder) => () => sweepFolder(folder)));
      failures.recordSuccess(WORK);
    } catch (error) {
      failures.recordFailure(WORK, error);
    }
  };
}

async function sweepFolder(folder: string): Promise<void> {
  // The folder is created by the first upload.
  const names = (await readdir(folder).catch(ignoreMissing)) ?? [];
  const drafts = names.filter((name) => name.startsWith('.'));
  await runEach(drafts.map((name) => () => removeAbandoned(join(folder, name))));
}

async function removeAbandoned(path: string): Promise<void> {
  const draft = await stat(path).catch(ignoreMissing);
  if (draft && Date.now() - draft.mtimeMs > ABANDONED_AFTER_MS) await rm(path, { force: true });
}

function ignoreMissing(error: unknown): undefined {
  if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
}
