import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';

/** One file of the build, as in Vite's manifest. */
export interface Chunk {
  file: string;
  name?: string;
  isEntry?: boolean;
  /** Keys of its static imports, and of its dynamic ones. */
  imports?: string[];
  dynamicImports?: string[];
  css?: string[];
}

export type Manifest = Readonly<Record<string, Chunk>>;

const DIST = 'client/dist';

/** The built client's manifest, written by `npm run build`. */
export function readManifest(): Manifest {
  return JSON.parse(readFileSync(`${DIST}/.vite/manifest.json`, 'utf8')) as Manifest;
}

/** The text of a file of the build. */
export function readBuiltFile(file: string): string {
  return readFileSync(`${DIST}/${file}`, 'utf8');
}

/** The key of a chunk by its name. @throws Error when no chunk has it */
export function findChunkKey(manifest: Manifest, name: string): string {
  const found = Object.entries(manifest).find(
    ([, { file, name: own }]) => own === name && file.endsWith('.js'),
  );
  if (!found) throw new Error(`no chunk is named ${name}`);
  return found[0];
}

/** These chunks with all their static imports. */
export function withStaticImports(manifest: Manifest, keys: readonly string[]): Set<string> {
  const found = new Set<string>();
  const queue = [...keys];
  for (let key = queue.pop(); key !== undefined; key = queue.pop()) {
    if (found.has(key)) continue;
    found.add(key);
    queue.push(...(manifest[key]?.imports ?? []));
  }
  return found;
}

/** The sum of the gzipped sizes of these chunks, in bytes. */
export function gzippedSize(manifest: Manifest, keys: Iterable<string>): number {
  return [...keys]
    .map((key) => gzipSync(readFileSync(`${DIST}/${manifest[key]?.file ?? ''}`)).length)
    .reduce((sum, size) => sum + size, 0);
}
