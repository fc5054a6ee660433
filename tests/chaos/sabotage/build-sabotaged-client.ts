import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build, type Plugin } from 'esbuild';
import type { openClientConnection } from '../../support/client-connection.ts';
import { applyPatch } from './apply-patch.ts';
import type { Patch } from './sabotages.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));

/** The client's connection, built from changed sources. */
export async function buildSabotagedClient(
  name: string,
  patches: readonly Patch[],
): Promise<typeof openClientConnection> {
  const outfile = join(root, '.cache/chaos', `${name}.client.mjs`);
  await build({
    entryPoints: [join(root, 'tests/support/client-connection.ts')],
    outfile,
    logLevel: 'error',
    bundle: true,
    format: 'esm',
    platform: 'node',
    packages: 'external',
    plugins: [createPatchPlugin(patches)],
  });
  const sabotaged = (await import(pathToFileURL(outfile).href)) as {
    openClientConnection: typeof openClientConnection;
  };
  return sabotaged.openClientConnection;
}

function createPatchPlugin(patches: readonly Patch[]): Plugin {
  return {
    name: 'patching',
    setup(bundle) {
      bundle.onLoad({ filter: /\/client\/src\/realtime\/.+\.ts$/ }, async ({ path }) => {
        const own = patches.filter(({ file }) => path.endsWith(`/client/src/realtime/${file}`));
        return { contents: own.reduce(applyPatch, await readFile(path, 'utf8')), loader: 'ts' };
      });
    },
  };
}
