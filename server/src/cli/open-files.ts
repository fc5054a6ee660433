import { execFileSync } from 'node:child_process';
import { EXIT_CONFIG } from '../config/startup-error.ts';

/** Modules that are run from sources need about 300, the stores 200, and each tab one more. */
const OPEN_FILES_MIN = 1024;

/**
 * Ends the program with one line when the limit of open files is too low. Called before other modules are imported, because they
 * cannot be loaded then, and Node's error names an installed package as missing.
 */
export function requireOpenFiles(): void {
  const limit = readOpenFilesLimit();
  if (limit === undefined || limit >= OPEN_FILES_MIN) return;
  process.stderr.write(
    `Cruddur needs ${OPEN_FILES_MIN} open files, and one more for each tab, but may open ${limit}: set ulimit -n 65536 (LimitNOFILE=, --ulimit nofile=65536).\n`,
  );
  process.exit(EXIT_CONFIG);
}

/** The limit, which Node has raised to the hard limit. Undefined where it cannot be read. */
function readOpenFilesLimit(): number | undefined {
  if (process.platform === 'win32') return undefined;
  try {
    const answer = execFileSync('sh', ['-c', 'ulimit -n'], { encoding: 'utf8' }).trim();
    return answer === 'unlimited' ? undefined : Number(answer);
  } catch {
    return undefined;
  }
}
