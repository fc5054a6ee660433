import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));

export interface ScriptResult {
  code: number | null;
  stdout: string;
  stderr: string;
}

/** Runs one of the built scripts of the server, as in package.json, with these variables. */
export function runScript(
  script: 'backup' | 'restore' | 'migrate' | 'operate',
  words: string[],
  env: Record<string, string>,
): Promise<ScriptResult> {
  return new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      [`server/dist/${script}.js`, ...words],
      { cwd: root, env: { PATH: process.env.PATH, ...env } },
      (_error, stdout, stderr) => resolve({ code: child.exitCode, stdout, stderr }),
    );
  });
}
