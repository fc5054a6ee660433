import { mkdir, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { sayCoverage } from '../paths/coverage.ts';
import type { Walked } from './walk-all.ts';

const FOLDER = fileURLToPath(new URL('../../.coverage/', import.meta.url));

/** Prints what was covered, those left out with their reasons, and writes the same as `tests/.coverage/machines.json`. */
export async function record(all: readonly Walked[]): Promise<void> {
  const lines = all.map(({ coverage, walks }) => sayCoverage(coverage, walks));
  process.stdout.write(`\n${lines.join('\n')}\n`);
  await mkdir(FOLDER, { recursive: true });
  const machines = all.map(({ coverage, walks }) => ({ ...coverage, walks }));
  await writeFile(`${FOLDER}machines.json`, `${JSON.stringify({ machines }, null, 2)}\n`);
}
