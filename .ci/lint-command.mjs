import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, rmSync } from 'node:fs';

const CACHES = '.cache/eslint';
const DECLARATIONS = ['shared/dist', 'server/dist', 'client/.types', 'tests/.types'];

/**
 * ESLint remembers a file by its own text, but typed rules also depend on the types it imports: those are the
 * declarations that `tsc -b` has just written. As long as none of them changes the memory holds; else it begins anew.
 */
export function lintCommand() {
  const cache = `${CACHES}/${hashOfTypes()}`;
  if (!existsSync(cache)) rmSync(CACHES, { recursive: true, force: true });
  const remember = ['--cache', '--cache-strategy', 'content', '--cache-location', cache];
  return ['eslint', '--max-warnings', '0', ...remember, '.'];
}

function hashOfTypes() {
  const hash = createHash('sha256').update(readFileSync('package-lock.json'));
  for (const folder of DECLARATIONS.filter((path) => existsSync(path))) {
    const files = readdirSync(folder, { recursive: true }).filter((file) => file.endsWith('.d.ts'));
    for (const file of files.sort()) hash.update(`${file}\0`).update(readFileSync(`${folder}/${file}`));
  }
  return hash.digest('hex').slice(0, 16);
}
