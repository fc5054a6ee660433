import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'esbuild';
import { applyPatch } from '../../../client/devtools/simulation/sabotages.ts';

/**
 * Changes of libraries that make schedules faster and change no history: pages live for months, those of a schedule for two
 * seconds, so what a library prepares for a whole life takes most of their time.
 */
export const leanLibraries: readonly Plugin[] = [limitCaches(), shareStateTrees()];

/** A cache reserves room for its maximum, which no schedule of some seconds reaches. */
const SMALL_CACHE = `
  import { LRUCache as Cache } from 'lru-cache';
  export class LRUCache extends Cache {
    constructor({ max, ...options }) {
      super({ ...options, max: Math.min(max, 64) });
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
        resolveDir: fileURLToPath(new URL('../../../server', import.meta.url)),
      }));
    },
  };
}

/** XState builds the states of a machine anew for each actor that is given its own actions. They are the same for all. */
const PROVIDE = {
  file: 'xstate',
  find: 'return new StateMachine(this.config, {',
  replace: 'return withImplementations(this, {',
};
const WITH_IMPLEMENTATIONS = `
  function withImplementations(machine, implementations) {
    const provided = Object.assign(Object.create(StateMachine.prototype), machine, { implementations });
    for (const name of ['transition', 'getInitialSnapshot', 'getPersistedSnapshot', 'restoreSnapshot', 'start'])
      provided[name] = StateMachine.prototype[name].bind(provided);
    return provided;
  }`;

function shareStateTrees(): Plugin {
  return {
    name: 'share-state-trees',
    setup(bundle) {
      bundle.onLoad({ filter: /xstate\/dist\/StateMachine-[^/]*\.js$/ }, async ({ path }) => ({
        contents: applyPatch(await readFile(path, 'utf8'), PROVIDE) + WITH_IMPLEMENTATIONS,
        loader: 'js',
      }));
    },
  };
}
