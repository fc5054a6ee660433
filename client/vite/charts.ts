import { fileURLToPath } from 'node:url';
import { runnerImport, type Plugin } from 'vite';

const ID = 'virtual:charts';
const RESOLVED = `\0${ID}`;
const LAYOUT_MODULE = fileURLToPath(new URL('../chart-layout/stored-layouts.ts', import.meta.url));

/** Gives the program the charts of its machines as data, `virtual:charts`, laid out ahead: ELK stays outside. */
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
          // The contract is read as it is written: beside this build it may not be built yet.
          environments: { inline: { resolve: { noExternal: [/^@cruddur\//], conditions: ['source'] } } },
        });
        for (const file of dependencies) this.addWatchFile(file);
        const data = JSON.stringify(await module.loadLayouts());
        // A string is read faster than a literal of this size.
        return `export const charts = JSON.parse(${JSON.stringify(data)});`;
      },
    },
  };
}
