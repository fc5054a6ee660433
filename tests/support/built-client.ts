import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';

/** One file of the built program, as Vite's manifest describes it. */
export interface Chunk {
  file: string;
  name?: string;
  isEntry?: boolean;
  /** Keys of what it needs at once, and of what it may load later. */
  imports?: string[];
  dynamicImports?: string[];
}

export type Manifest = Readonly<Record<string, Chunk>>;

const DIST = 'client/dist';

/** The built client's manifest; `npm run build` makes it. */
export function readManifest(): Manifest {
  return JSON.parse(readFileSync(`${DIST}/.vite/manifest.json`, 'utf8')) as Manifest;
}

/** The text of a file of the built program. */
export function readBuiltFile(file: string): string {
  return readFileSync(`${DIST}/${file}`, 'utf8');
}

/** The key of a chunk by its name. @throws when no chunk has it */
export function findChunkKey(manifest: Manifest, name: string): string {
  const found = Object.entries(manifest).find(
    ([, { file, name: own }]) => own === name && file.endsWith('.js'),
  );
  if (!found) throw new Error(`No chunk is called ${name}`);
  return found[0];
}

/** These chunks with all that they need at once. */
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

/** Bytes of these chunks together, each gzipped as servers do. */
export function gzippedSize(manifest: Manifest, keys: Iterable<string>): number {
  return [...keys]
    .map((key) => gzipSync(readFileSync(`${DIST}/${manifest[key]?.file ?? ''}`)).length)
    .reduce((sum, size) => sum + size, 0);
}
