import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const root = fileURLToPath(new URL('../../', import.meta.url));
const execute = promisify(execFile);

/** Runs a program in the root of the repository. @returns its stdout @throws Error with code, stdout and stderr */
export async function run(program: string, words: readonly string[], cwd = root): Promise<string> {
  const { stdout } = await execute(program, words, { cwd, maxBuffer: 2 ** 26 });
  return stdout.trimEnd();
}

/** Runs `docker` with these words, at the engine that `engine.ts` provides. */
export const docker = (...words: string[]): Promise<string> => run('docker', words);

/** Whether a site is ready. A call through a published port may stay without an answer while its container starts. */
export const isReady = (url: string): Promise<boolean> =>
  fetch(`${url}/readyz`, { signal: AbortSignal.timeout(2000) }).then(
    ({ ok }) => ok,
    () => false,
  );
