import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

const STATIC_IMPORT = /(?:from|import) ?["']\.\/([^"']+\.js)["']/g;

/** The files that a browser fetches before and with the home screen, in KB after gzip. @param dist the built client */
export function measureFirstLoad(dist: string): { entry: number; home: number } {
  const folder = join(dist, 'static/js');
  const page = readFileSync(join(dist, 'index.html'), 'utf8');
  const entry = [...page.matchAll(/(?:src|href)="\/static\/js\/([^"]+\.js)"/g)].flatMap(
    (match) => match[1] ?? [],
  );
  const home = readdirSync(folder).filter((name) => /^home\.[^/]+\.js$/.test(name));
  const size = (names: readonly string[]) =>
    [...withStaticImports(folder, names)].reduce(
      (sum, name) => sum + gzipSync(readFileSync(join(folder, name))).length / 1024,
      0,
    );
  return { entry: size(entry), home: size([...entry, ...home]) };
}

/** A chunk is loaded with its static imports, transitively. */
function withStaticImports(folder: string, names: readonly string[], seen = new Set<string>()): Set<string> {
  for (const name of names) {
    if (seen.has(name)) continue;
    seen.add(name);
    const imported = [...readFileSync(join(folder, name), 'utf8').matchAll(STATIC_IMPORT)];
    withStaticImports(
      folder,
      imported.flatMap((match) => match[1] ?? []),
      seen,
    );
  }
  return seen;
}
