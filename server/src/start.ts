import { execFileSync } from 'node:child_process';
import { EXIT_CONFIG } from './startup-error.ts';

/**
 * The entry of the program. It imports next to nothing itself: with too few open files the modules cannot be loaded, and what
 * Node says then names a package that is there.
 */

/** Loading takes some 300, the stores 200; each tab one more. */
const OPEN_FILES_MIN = 1024;

/** How many files this process may have open; Node has raised it to the hard limit. Undefined where nobody says. */
function openFilesLimit(): number | undefined {
  if (process.platform === 'win32') return undefined;
  try {
    const answer = execFileSync('sh', ['-c', 'ulimit -n'], { encoding: 'utf8' }).trim();
    return answer === 'unlimited' ? undefined : Number(answer);
  } catch {
    return undefined;
  }
}

const limit = openFilesLimit();
if (limit !== undefined && limit < OPEN_FILES_MIN) {
  process.stderr.write(
    `Cruddur needs ${OPEN_FILES_MIN} open files, and one more for each tab, but may open ${limit}: set ulimit -n 65536 (LimitNOFILE=, --ulimit nofile=65536).\n`,
  );
  process.exit(EXIT_CONFIG);
}
await import('./main.ts');
