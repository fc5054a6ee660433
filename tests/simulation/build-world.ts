import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type Plugin } from 'esbuild';
import { applyPatch } from '../chaos/sabotage/apply-patch.ts';
import type { Patch } from '../chaos/sabotage/sabotages.ts';
import { leanLibraries } from './lean-libraries.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** What of Node a schedule may use: nothing that reads time, chance, files or the network. */
const ALLOWED_MODULES: readonly string[] = ['node:events', 'node:worker_threads', 'node:perf_hooks'];
/** Modules of Node of which the world has its own. */
const REPLACED_MODULES: Readonly<Record<string, string>> = {
  'node:crypto': 'tests/simulation/world/lean-crypto.ts',
  'node:timers/promises': 'tests/simulation/world/node-timers.ts',
};

/** With the real hashes, which take longer. */
const WHOLE_MODULES: Readonly<Record<string, string>> = {
  ...REPLACED_MODULES,
  'node:crypto': 'tests/simulation/world/node-crypto.ts',
};

/**
 * Bundles the code under test with the world. The bundle fails to build when anything in it imports more of Node than a schedule
 * may use.
 * @param patches with files relative to the repository's root
 * @param options.usesLeanLibraries false for the libraries as they are, with which the same schedules take longer
 * @returns the path of the bundle
 */
export async function buildWorld(
  name: string,
  patches: readonly Patch[] = [],
  { usesLeanLibraries = true } = {},
): Promise<string> {
  const outfile = join(root, '.cache/simulation', `${name}.cjs`);
  await build({
    entryPoints: [join(root, 'tests/simulation/schedule/worker.ts')],
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
    plugins: [
      limitNodeModules(usesLeanLibraries ? REPLACED_MODULES : WHOLE_MODULES),
      ...(usesLeanLibraries ? leanLibraries : []),
      applyPatches(patches),
    ],
  });
  return outfile;
}

function limitNodeModules(modules: Readonly<Record<string, string>>): Plugin {
  return {
    name: 'limit-node-modules',
    setup(bundle) {
      bundle.onResolve({ filter: /^node:/ }, ({ path, importer }) => {
        const replaced = modules[path];
        if (replaced !== undefined && !importer.endsWith('world/node-crypto.ts'))
          return { path: join(root, replaced) };
        if (replaced !== undefined || ALLOWED_MODULES.includes(path)) return { path, external: true };
        return { errors: [{ text: `${path} is not part of the world` }] };
      });
    },
  };
}

/** @param patches with files relative to the repository's root */
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
