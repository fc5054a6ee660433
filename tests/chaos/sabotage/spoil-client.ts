import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build, type Plugin } from 'esbuild';
import type { openClientLine } from '../cast/client-line.ts';
import { applyPatch } from './apply-patch.ts';
import type { Patch } from './sabotages.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));

/** The client's connection, made of changed sources. */
export async function spoilClient(name: string, patches: readonly Patch[]): Promise<typeof openClientLine> {
  const outfile = join(root, '.cache/chaos', `${name}.client.mjs`);
  await build({
    ...{ entryPoints: [join(root, 'tests/chaos/cast/client-line.ts')], outfile, logLevel: 'error' },
    ...{ bundle: true, format: 'esm', platform: 'node', packages: 'external' },
    plugins: [patching(patches)],
  });
  const spoilt = (await import(pathToFileURL(outfile).href)) as { openClientLine: typeof openClientLine };
  return spoilt.openClientLine;
}

function patching(patches: readonly Patch[]): Plugin {
  return {
    name: 'patching',
    setup(bundle) {
      bundle.onLoad({ filter: /\/client\/src\/realtime\/[^/]+\.ts$/ }, async ({ path }) => {
        const own = patches.filter(({ file }) => file === basename(path));
        return { contents: own.reduce(applyPatch, await readFile(path, 'utf8')), loader: 'ts' };
      });
    },
  };
}
