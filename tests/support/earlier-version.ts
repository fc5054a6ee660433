import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));
const MIGRATIONS = 'server/src/repositories/migrations';
/** Since this file exists, two versions work side by side. */
const LEDGER = 'server/src/store/migration-ledger.ts';

/** The packages that the server imports by name; early versions have no `local-pool`. */
const WORKSPACES = { shared: 'shared', 'local-pool': 'server/local-pool' };

/** A version of the program from the project's history. */
export interface EarlierVersion extends AsyncDisposable {
  /** For `startProgram`: its folder, and its command to run from sources. */
  folder: string;
  env: Record<string, string>;
}

/** The last version before simultaneous use; undefined in a shallow clone. */
export const earliestVersion = (): string | undefined =>
  git('rev-parse', '--verify', '--quiet', `${lastCommitOf('--diff-filter=A', LEDGER)}^`);

/** The version before the newest migration of the server was added. */
export function previousVersion(): string | undefined {
  const names = readdirSync(join(root, MIGRATIONS)).filter((name) => /^\d{4}-/.test(name));
  const newest = names.sort().at(-1) ?? '';
  return git(
    'rev-parse',
    '--verify',
    '--quiet',
    `${lastCommitOf('--diff-filter=A', join(MIGRATIONS, newest))}^`,
  );
}

/**
 * Checks a version out next to the packages that are installed here. Packages that only earlier versions import, such as
 * `compression`, are dependencies of the tests.
 */
export async function checkOutRevision(revision: string): Promise<EarlierVersion> {
  const folder = await mkdtemp(join(tmpdir(), 'cruddur-earlier-'));
  const archive = execFileSync('git', ['archive', revision, 'server', 'shared'], {
    cwd: root,
    maxBuffer: 256 * 1024 * 1024,
  });
  execFileSync('tar', ['-x', '-C', folder], { input: archive });
  const packages = join(root, 'node_modules');
  await mkdir(join(folder, 'node_modules', '@cruddur'), { recursive: true });
  for (const name of await readdir(packages)) {
    if (name !== '@cruddur') await symlink(join(packages, name), join(folder, 'node_modules', name));
  }
  for (const [name, path] of Object.entries(WORKSPACES)) {
    const isThere = existsSync(join(folder, path));
    if (isThere) await symlink(join(folder, path), join(folder, 'node_modules', '@cruddur', name));
  }
  const ownPackages = join(root, 'server', 'node_modules');
  if (existsSync(ownPackages)) await symlink(ownPackages, join(folder, 'server', 'node_modules'));
  await mkdir(join(folder, 'client'));
  await symlink(join(root, 'client', 'dist'), join(folder, 'client', 'dist'));
  await mkdir(join(folder, 'server', 'dist'));
  await writeFile(join(folder, 'server', 'dist', 'start.js'), `import '../src/main.ts';\n`);
  return {
    folder,
    env: { NODE_OPTIONS: '--conditions=source --import tsx' },
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  };
}

const lastCommitOf = (filter: string, path: string): string =>
  git('log', '-n1', '--format=%H', filter, '--', path) ?? '';

function git(...words: string[]): string | undefined {
  try {
    const output = execFileSync('git', words, { cwd: root, stdio: ['ignore', 'pipe', 'ignore'] });
    return output.toString().trim() || undefined;
  } catch {
    return undefined;
  }
}
