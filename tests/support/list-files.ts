import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** The files below a folder of the repository with this suffix, relative to the root, `/` between folders. */
export function listFiles(folder: string, ending: string): string[] {
  const entries = readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return entry.name === 'node_modules' ? [] : listFiles(path, ending);
    return path.endsWith(ending) ? [path] : [];
  });
  return entries.sort();
}
