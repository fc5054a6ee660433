import { fileURLToPath } from 'node:url';
import { runnerImport, type Plugin } from 'vite';

const ID = 'virtual:charts';
const RESOLVED = `\0${ID}`;
const LAYOUT_MODULE = fileURLToPath(new URL('../chart-layout/stored-layouts.ts', import.meta.url));

/** Provides the stored chart layouts as the module `virtual:charts`, so that ELK is not part of the bundle. */
export function charts(): Plugin {
  return {
    name: 'charts',
    resolveId: { filter: { id: /^virtual:charts$/ }, handler: () => RESOLVED },
    load: {
      filter: { id: /^\0virtual:charts$/ },
      async handler() {
        const { module, dependencies } = await runnerImport<
          typeof import('../chart-layout/stored-layouts.ts')
        >(LAYOUT_MODULE, {
          configFile: false,
          // Node cannot load the sources of the contract.
          environments: { inline: { resolve: { noExternal: [/^@cruddur\//] } } },
        });
        for (const file of dependencies) this.addWatchFile(file);
        const data = JSON.stringify(module.loadLayouts());
        // `JSON.parse` of a string is faster than an object literal of this size.
        return `export const charts = JSON.parse(${JSON.stringify(data)});`;
      },
    },
  };
}
