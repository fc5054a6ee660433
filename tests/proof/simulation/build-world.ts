import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type Plugin } from 'esbuild';
import { leanLibraries } from './lean-libraries.ts';
import { applyPatch, type Patch } from '../../../client/devtools/simulation/sabotages.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));

/** What of Node a schedule may use: nothing that reads time, chance, files or the network. */
const ALLOWED_MODULES: readonly string[] = ['node:events', 'node:worker_threads', 'node:perf_hooks'];
/** Modules of Node of which the world has its own. */
const REPLACED_MODULES: Readonly<Record<string, string>> = {
  'node:crypto': 'client/devtools/simulation/world/lean-crypto.ts',
  'node:timers/promises': 'client/devtools/simulation/world/node-modules.ts',
};

/**
 * Bundles the code under test with the world. The bundle fails to build when anything in it imports more of Node than a schedule
 * may use.
 * @returns the path of the bundle
 */
export async function buildWorld(name: string, patches: readonly Patch[] = []): Promise<string> {
  const outfile = join(root, '.cache/simulation', `${name}.cjs`);
  await build({
    entryPoints: [join(root, 'client/devtools/simulation/schedule/worker.ts')],
    outfile,
    // Failures are thrown.
    logLevel: 'silent',
    bundle: true,
    format: 'cjs',
    // For the builds of libraries that use nothing of Node.
    platform: 'browser',
    target: 'node20',
    define: { 'process.env.NODE_ENV': '"production"', 'import.meta.env': '{}' },
    sourcemap: 'inline',
    plugins: [limitNodeModules, ...leanLibraries, applyPatches(patches)],
  });
  return outfile;
}

const limitNodeModules: Plugin = {
  name: 'limit-node-modules',
  setup(bundle) {
    bundle.onResolve({ filter: /^node:/ }, ({ path }) => {
      const replaced = REPLACED_MODULES[path];
      if (replaced !== undefined) return { path: join(root, replaced) };
      if (ALLOWED_MODULES.includes(path)) return { path, external: true };
      return { errors: [{ text: `${path} is not part of the world` }] };
    });
  },
};

/** Bundles changed sources in place of those in the checkout. */
function applyPatches(patches: readonly Patch[]): Plugin {
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
