import { randomUUID } from 'node:crypto';
import { link, mkdir, readdir, rename, rm, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { StartFault } from '../start-fault.ts';
import { isAlive, ownerNamed, readOwner, thisProcess, type Owner } from './lock-owner.ts';

const LOCK = 'cruddur.lock';
const CLAIM = `${LOCK}.after-`;

export interface DirectoryLock {
  /** Gives the directory free; repeating it does nothing. */
  release(): Promise<void>;
}

/**
 * Takes a data directory for this process alone: two programs on one embedded store lose data silently. The lock of a
 * process that is no more is no obstacle.
 * @throws StartFault naming the process that has it, or saying why nobody can write there
 */
export async function lockDirectory(dataDir: string): Promise<DirectoryLock> {
  const lock = join(dataDir, LOCK);
  const mine = join(dataDir, `${LOCK}.${randomUUID()}`);
  await writeInto(dataDir, mine);
  try {
    while (!(await takeFree(mine, lock)) && !(await succeed(mine, dataDir))) continue;
  } finally {
    await rm(mine, { force: true });
  }
  let releasing: Promise<void> | undefined;
  return { release: () => (releasing ??= releaseOwn(lock)) };
}

async function writeInto(dataDir: string, file: string): Promise<void> {
  try {
    await mkdir(dataDir, { recursive: true });
    await writeFile(file, JSON.stringify(thisProcess()));
  } catch (error) {
    throw new StartFault(
      `The data directory ${dataDir} cannot be written (${String(codeOf(error))}): set DATA_DIR to another folder.`,
      { cause: error },
    );
  }
}

/** A link appears at once with its content, so nobody ever reads half a lock. */
async function takeFree(mine: string, lock: string): Promise<boolean> {
  try {
    await link(mine, lock);
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  }
}

/**
 * Follows a dead owner. Each owner has one claim file named after it, so exactly one starter becomes its heir; an heir
 * that died as well has an heir of its own. Whoever finds the lock changed meanwhile begins anew.
 */
async function succeed(mine: string, dataDir: string): Promise<boolean> {
  const lock = join(dataDir, LOCK);
  const dead = await readOwner(lock);
  let last = dead;
  for (;;) {
    if (last === undefined) return false;
    if (isAlive(last)) throw inUse(last, dataDir);
    const claim = join(dataDir, CLAIM + ownerNamed(last));
    if (await takeFree(mine, claim)) {
      const now = await readOwner(lock);
      if (dead === undefined || now === undefined || ownerNamed(now) !== ownerNamed(dead)) {
        await unlink(claim);
        return false;
      }
      await rename(mine, lock);
      await removeClaims(dataDir);
      return true;
    }
    last = await readOwner(claim);
  }
}

async function removeClaims(dataDir: string): Promise<void> {
  const claims = (await readdir(dataDir)).filter((name) => name.startsWith(CLAIM));
  await Promise.all(claims.map((name) => rm(join(dataDir, name), { force: true })));
}

async function releaseOwn(lock: string): Promise<void> {
  const owner = await readOwner(lock);
  if (owner && ownerNamed(owner) === ownerNamed(thisProcess())) await rm(lock, { force: true });
}

function inUse({ pid }: Owner, dataDir: string): StartFault {
  return new StartFault(
    `Another Cruddur (process ${pid}) uses ${dataDir}: stop it, or set DATA_DIR to another folder.`,
  );
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}
