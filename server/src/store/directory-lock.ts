import { closeSync, ftruncateSync, rmSync, writeSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { openLocked } from './kernel-lock.ts';
import { currentOwner, describeOwner, readOwner } from './lock-owner.ts';
import { StartupError } from '../config/startup-error.ts';

const LOCK = 'cruddur.lock';
/** A killed process keeps its files open until the kernel has freed its memory. */
const OWNER_EXIT_GRACE_MS = 2000;
const TRY_EVERY_MS = 50;

export interface DirectoryLock {
  /** Unlocks the directory; repeating it does nothing. */
  release(): Promise<void>;
}

/**
 * Locks a data directory for this process: two programs on one embedded store lose data silently.
 * @throws StartupError with the process that holds the lock, or the reason why the directory cannot be used
 */
export async function lockDirectory(dataDir: string): Promise<DirectoryLock> {
  const file = join(dataDir, LOCK);
  // Readable for its owner only: it has messages, keys and pictures.
  await mkdir(dataDir, { recursive: true, mode: 0o700 }).catch((error: unknown) => {
    throw toStartupError(dataDir, error);
  });
  const fd = await acquireLock(file, dataDir);
  ftruncateSync(fd);
  writeSync(fd, JSON.stringify(currentOwner()), 0);
  let released = false;
  return {
    release: () => {
      if (!released) removeLock(file, fd);
      released = true;
      return Promise.resolve();
    },
  };
}

async function acquireLock(file: string, dataDir: string): Promise<number> {
  const deadline = performance.now() + OWNER_EXIT_GRACE_MS;
  for (;;) {
    const fd = tryLock(file, dataDir);
    if (fd !== undefined) return fd;
    if (performance.now() > deadline) {
      const text = `${describeOwner(readOwner(file))} uses ${dataDir}: stop it, or set DATA_DIR to another folder.`;
      throw new StartupError(text);
    }
    await pause(TRY_EVERY_MS);
  }
}

function tryLock(file: string, dataDir: string): number | undefined {
  try {
    return openLocked(file);
  } catch (error) {
    throw error instanceof StartupError ? error : toStartupError(dataDir, error);
  }
}

/** Removes the file while the lock is held: after the release it could be the file that another process has locked. */
function removeLock(file: string, fd: number): void {
  // Windows cannot remove an open file.
  if (process.platform === 'win32') closeSync(fd);
  try {
    rmSync(file, { force: true });
  } catch {
    // A remaining lock file does not prevent the next lock.
  }
  if (process.platform !== 'win32') closeSync(fd);
}

function toStartupError(dataDir: string, error: unknown): StartupError {
  const code = error instanceof Error && 'code' in error ? String(error.code) : String(error);
  return new StartupError(
    `The data directory ${dataDir} cannot be written (${code}): set DATA_DIR to another folder.`,
    { cause: error },
  );
}
