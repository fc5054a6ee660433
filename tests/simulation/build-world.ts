import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type Plugin } from 'esbuild';
import { applyPatch } from '../chaos/sabotage/apply-patch.ts';
import type { Patch } from '../chaos/sabotage/sabotages.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** What of Node a schedule may use: nothing that reads time, chance, files or the network. */
const ALLOWED_MODULES: readonly string[] = ['node:events', 'node:worker_threads', 'node:perf_hooks'];
/** Modules of Node of which the world has its own. */
const REPLACED_MODULES: Readonly<Record<string, string>> = {
  'node:crypto': 'tests/simulation/world/node-crypto.ts',
  'node:timers/promises': 'tests/simulation/world/node-timers.ts',
};

/**
 * Bundles the code under test with the world. The bundle fails to build when anything in it imports more of Node than a schedule
 * may use.
 * @param patches with files relative to the repository's root
 * @returns the path of the bundle
 */
export async function buildWorld(name: string, patches: readonly Patch[] = []): Promise<string> {
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
    plugins: [limitNodeModules(), limitCaches(), applyPatches(patches)],
  });
  return outfile;
}

function limitNodeModules(): Plugin {
  return {
    name: 'limit-node-modules',
    setup(bundle) {
      bundle.onResolve({ filter: /^node:/ }, ({ path, importer }) => {
        const replaced = REPLACED_MODULES[path];
        if (replaced !== undefined && !importer.endsWith(replaced)) return { path: join(root, replaced) };
        if (replaced !== undefined || ALLOWED_MODULES.includes(path)) return { path, external: true };
        return { errors: [{ text: `${path} is not part of the world` }] };
      });
    },
  };
}

/** A cache reserves room for its maximum, which no schedule of some seconds reaches: that took a tenth of the time. */
const SMALL_CACHE = `
  import { LRUCache as Cache } from 'lru-cache';
  export class LRUCache extends Cache {
    constructor({ max, ...options }) {
      super({ ...options, max: Math.min(max, 256) });
    }
  }`;

function limitCaches(): Plugin {
  return {
    name: 'limit-caches',
    setup(bundle) {
      bundle.onResolve({ filter: /^lru-cache$/ }, ({ namespace }) =>
        namespace === 'small-cache' ? undefined : { path: 'lru-cache', namespace: 'small-cache' },
      );
      bundle.onLoad({ filter: /.*/, namespace: 'small-cache' }, () => ({
        contents: SMALL_CACHE,
        resolveDir: join(root, 'server'),
      }));
    },
  };
}

/** @param patches with files relative to the repository's root */
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
