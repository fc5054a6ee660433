import { randomBytes } from 'node:crypto';
import { open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from '../domain/clock.ts';
import { probeWrite } from '../repositories/write-probe.ts';
import type { Db } from '../repositories/tables.ts';

const FILE = '.write-probe';
const FILE_BYTES = 256 * 1024;

/**
 * Writes a row and, for an embedded store, a file: a row may fit into allocated pages, a file needs free disk space.
 * @param dataDir of an embedded store
 * @throws the error of the failed write
 */
export async function probeWrites(db: Db, clock: Clock, dataDir: string | undefined): Promise<void> {
  if (dataDir !== undefined) await writeAndRemove(join(dataDir, FILE));
  await probeWrite(db, clock.now());
}

async function writeAndRemove(path: string): Promise<void> {
  try {
    const file = await open(path, 'w', 0o600);
    try {
      await file.write(randomBytes(FILE_BYTES));
      await file.sync();
    } finally {
      await file.close();
    }
  } finally {
    await rm(path, { force: true });
  }
}
