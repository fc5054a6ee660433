import react from '@vitejs/plugin-react';
import { defaultServerConditions, defineConfig } from 'vite';
import { charts } from './vite/charts.ts';

/** The build for server rendering, with all dependencies bundled: see src/ssr/render-page.tsx. */
export default defineConfig({
  plugins: [react(), charts()],
  publicDir: false,
  resolve: { conditions: ['source', ...defaultServerConditions] },
  ssr: { noExternal: true, resolve: { conditions: ['source', ...defaultServerConditions] } },
  define: { 'process.env.NODE_ENV': '"production"' },
  build: {
    ssr: 'src/ssr/render-page.tsx',
    outDir: 'dist/.server',
    target: 'node20',
    minify: true,
    rolldownOptions: {
      // The charts plugin is slow by design.
      checks: { bundlerTimings: false },
      output: { entryFileNames: '[name].mjs', chunkFileNames: '[name].[hash].mjs' },
    },
  },
});
