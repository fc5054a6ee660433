import react from '@vitejs/plugin-react';
import { defaultClientConditions, defineConfig } from 'vite';
import { charts } from './vite/charts.ts';
import { chunks } from './vite/chunks.ts';
import { compressed } from './vite/compressed.ts';
import { inline } from './vite/inline.ts';
import { offline, WORKER } from './vite/offline.ts';
import { productionRouter } from './vite/production-router.ts';
import { pureComponents } from './vite/pure-components.ts';

/** Where the server listens while Vite serves the page; `npm run dev` says it. */
const api = process.env.API_ORIGIN ?? 'http://localhost:4567';

/** Whatever carries a hash in its name lies under `static/`, so that the server may let it be cached for ever. */
export default defineConfig({
  plugins: [react(), charts(), productionRouter(), pureComponents(), inline(), offline(), compressed()],
  resolve: { conditions: ['source', ...defaultClientConditions] },
  server: {
    proxy: {
      '^/(api|avatars|local)/': api,
      '/socket.io': { target: api, ws: true },
    },
  },
  build: {
    outDir: 'dist',
    // The first browsers that know light-dark(); newer syntax is left as written.
    target: ['chrome123', 'edge123', 'firefox121', 'safari17.5'],
    sourcemap: false,
    manifest: true,
    // One sheet, which every page carries inline: no part of the program may ask for it.
    cssCodeSplit: false,
    // The letters of all text come in the page: as a file they would come after the first paint and break lines anew.
    assetsInlineLimit: (file) => file.endsWith('/figtree-latin-wght-normal.woff2'),
    // Every one of these browsers knows module preloads.
    modulePreload: { polyfill: false },
    rolldownOptions: {
      // Laying out charts takes its time, which is nobody's fault.
      checks: { pluginTimings: false },
      input: { index: 'index.html', [WORKER]: 'worker/sw.ts' },
      output: {
        codeSplitting: { groups: chunks },
        entryFileNames: ({ name }) => (name === WORKER ? `${WORKER}.js` : 'static/js/[name].[hash].js'),
        chunkFileNames: 'static/js/[name].[hash].js',
        assetFileNames: ({ names }) => {
          const folder = names.some((name) => name.endsWith('.css')) ? 'css' : 'media';
          return `static/${folder}/[name].[hash][extname]`;
        },
      },
    },
  },
});
