import { execFileSync } from 'node:child_process';
import { EXIT_CONFIG } from './startup-error.ts';

/**
 * The entry point. It imports almost nothing, because with too few open files the modules cannot be loaded, and Node's error then
 * names an installed package as missing.
 */

/** The modules need about 300, the stores 200, and each tab one more. */
const OPEN_FILES_MIN = 1024;

/** The limit of open files, which Node has raised to the hard limit. Undefined where it cannot be read. */
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
