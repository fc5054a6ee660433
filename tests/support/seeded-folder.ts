import { existsSync, readFileSync, statSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { portraits } from '../../server/src/seed/portraits.ts';
import { createTempFolder } from './create-temp-folder.ts';
import { startProgram } from './program.ts';
import { until } from './until.ts';

const CACHE = 'node_modules/.cache/cruddur';
const NAME = 'first-start-';
/** Of the build: everything that it has read. */
const STAMP = 'server/dist/.stamp';
/** The sample cruds expire, some within the hour. */
const AGE_MAX_MS = 3_600_000;
const OUTPUT = 'output.txt';

/**
 * A copy of the data folder after a first start of the built program, for tests about later starts: a first one takes three
 * times as long.
 */
export function copySeededFolder(to: string): Promise<void> {
  return cp(cachedFolder(), to, { recursive: true });
}

/** Such a copy, removed when disposed. */
export async function createSeededFolder(): Promise<AsyncDisposable & { path: string }> {
  const folder = await createTempFolder();
  await copySeededFolder(folder.path);
  return folder;
}

/** The lines that this first start has printed. */
export function readFirstOutput(): string[] {
  return readFileSync(join(cachedFolder(), OUTPUT), 'utf8').split('\n');
}

/** Creates what is copied, once per build and hour; called before any test. Without a build, no test uses it. */
export async function prepareSeededFolder(): Promise<void> {
  if (!existsSync(STAMP) || isFresh(cachedFolder())) return;
  await mkdir(CACHE, { recursive: true });
  for (const name of await readdir(CACHE))
    if (name.startsWith(NAME)) await rm(join(CACHE, name), { recursive: true });
  const partial = await mkdtemp(join(CACHE, `${NAME}partial-`));
  await using program = startProgram({ DATA_DIR: join(process.cwd(), partial), LOG_LEVEL: 'none' });
  await program.waitUntilReady();
  await program.waitForSampleLogins();
  const pictures = () => readdir(join(partial, 'avatars', 'processed')).catch(() => []);
  // All of them, so that no program that starts on a copy has to.
  const areDrawn = async () => (await pictures()).length === portraits.size;
  await until(areDrawn, { what: 'the pictures of sample people are drawn', timeoutMs: 60_000 });
  program.sendSignal('SIGTERM');
  await program.waitForExit();
  await writeFile(join(partial, OUTPUT), [...program.stdoutLines(), ...program.stderrLines()].join('\n'));
  await rename(partial, cachedFolder());
}

function cachedFolder(): string {
  return join(CACHE, NAME + readFileSync(STAMP, 'utf8').slice(0, 32));
}

function isFresh(folder: string): boolean {
  const age = Date.now() - (statSync(join(folder, OUTPUT), { throwIfNoEntry: false })?.mtimeMs ?? 0);
  return age < AGE_MAX_MS;
}
