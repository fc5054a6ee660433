import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'esbuild';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** One change in one file of the product, by its text. */
export interface Patch {
  /** Relative to the root. */
  file: string;
  find: string;
  replace: string;
}

/** @param changes what is found in the file, and what replaces it */
export const inFile = (file: string, ...changes: [find: string, replace: string][]): Patch[] =>
  changes.map(([find, replace]) => ({ file, find, replace }));

/** @throws Error unless the text occurs exactly once: a sabotage that changes nothing proves nothing */
export function applyPatch(text: string, { file, find, replace }: Patch): string {
  const places = text.split(find).length - 1;
  if (places !== 1) throw new Error(`The sabotage of ${file} has ${places} places for: ${find}`);
  return text.replace(find, () => replace);
}

/** Bundles changed sources in place of those in the checkout. */
export function applyPatches(patches: readonly Patch[]): Plugin {
  return {
    name: 'patching',
    setup(bundle) {
      for (const file of new Set(patches.map((patch) => patch.file))) {
        const path = join(root, file);
        const own = patches.filter((patch) => patch.file === file);
        bundle.onLoad({ filter: new RegExp(`^${path.replace(/[.]/g, '\\.')}$`) }, async () => ({
          contents: own.reduce(applyPatch, await readFile(path, 'utf8')),
          loader: 'ts',
        }));
      }
    },
  };
}
