import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';

const MEMORY = '.cache/eslint';
const TYPES_OF_MEMORY = '.cache/eslint-types';
const DECLARATIONS = [
  'shared/dist',
  'server/local-pool/dist',
  'server/dist',
  'client/.types',
  'tests/.types',
];

/**
 * ESLint remembers a file by its own text, but typed rules also depend on the types it imports: those are the
 * declarations that `tsc -b` writes. As long as none of them changes the memory holds; else it begins anew.
 */
export const withMemory = ['--cache', '--cache-strategy', 'content', '--cache-location', MEMORY];

export const hasMemory = () => existsSync(MEMORY);

/** To be called when the declarations are fresh, before linting. */
export function forgetOutdated() {
  const isValid = existsSync(TYPES_OF_MEMORY) && readFileSync(TYPES_OF_MEMORY, 'utf8') === hashOfTypes();
  if (!isValid) rmSync(MEMORY, { recursive: true, force: true });
}

/** To be called when both the declarations and the linting are done. */
export const noteTypes = () => writeFileSync(TYPES_OF_MEMORY, hashOfTypes());

function hashOfTypes() {
  const hash = createHash('sha256').update(readFileSync('package-lock.json'));
  for (const folder of DECLARATIONS.filter((path) => existsSync(path))) {
    const files = readdirSync(folder, { recursive: true }).filter((file) => file.endsWith('.d.ts'));
    for (const file of files.sort()) hash.update(`${file}\0`).update(readFileSync(`${folder}/${file}`));
  }
  return hash.digest('hex');
}
