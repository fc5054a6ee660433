import { readFileSync } from 'node:fs';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { charts } from './devtools/vite/charts.ts';
import { chunks } from './vite/chunks.ts';
import { compressed } from './vite/compressed.ts';
import { inline } from './vite/inline.ts';
import { offline, WORKER } from './vite/offline.ts';
import { productionRouter, pureComponents } from './vite/router.ts';
import { simulation } from './devtools/vite/simulation.ts';

/** The server's origin in development; `npm run dev` sets it. */
const api = process.env.API_ORIGIN ?? 'http://localhost:4567';

/** The supported browsers: the first ones with light-dark(). */
const { browserslist } = JSON.parse(readFileSync(new URL('package.json', import.meta.url), 'utf8')) as {
  browserslist: string[];
};

/** Files with a hash in their name are below `static/`, which the server marks as immutable. */
export default defineConfig({
  plugins: [
    ...[react(), charts(), simulation(), productionRouter(), pureComponents()],
    ...[inline(), offline(), compressed()],
  ],
  server: {
    proxy: {
      '^/(api|avatars|local)/': api,
      '/socket.io': { target: api, ws: true },
    },
  },
  css: {
    postcss: {
      plugins: [
        {
          postcssPlugin: 'hover',
          // The look of a hovering pointer only where there is one: after a touch it would stay.
          Rule(rule, { AtRule }) {
            const hovering = rule.selectors.filter((selector) => selector.includes(':hover'));
            const { parent } = rule;
            const isDone =
              parent?.type === 'atrule' && 'params' in parent && parent.params === '(hover: hover)';
            if (hovering.length === 0 || isDone) return;
            const media = new AtRule({ name: 'media', params: '(hover: hover)' });
            media.append(rule.clone({ selectors: hovering }));
            rule.after(media);
            const others = rule.selectors.filter((selector) => !hovering.includes(selector));
            if (others.length > 0) rule.selectors = others;
            else rule.remove();
          },
        },
      ],
    },
  },
  build: {
    outDir: 'dist',
    target: browserslist.map((browser) => browser.replace(' >= ', '')),
    sourcemap: false,
    manifest: true,
    // The text font is inlined: as a file it would arrive after the first paint and shift the layout.
    assetsInlineLimit: (file) => file.endsWith('/figtree-latin-wght-normal.woff2'),
    // All target browsers support module preloads.
    modulePreload: { polyfill: false },
    rolldownOptions: {
      // The charts plugin is slow by design.
      checks: { bundlerTimings: false },
      // Of the router: its warnings are for developers.
      treeshake: { manualPureFunctions: ['warning', 'warnOnce', 'warningOnce'] },
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
