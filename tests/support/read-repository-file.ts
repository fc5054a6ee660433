import { readFileSync } from 'node:fs';

/** The text of a file of the repository; `path` is relative to its root. */
export function readRepositoryFile(path: string): string {
  return readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
}
