import react from '@vitejs/plugin-react';
import { defaultServerConditions, defineConfig } from 'vite';
import { charts } from './vite/charts.ts';

/** The same program once more, for the server that makes pages: see src/ssr/render-page.tsx. It brings all that it needs. */
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
      // Laying out charts takes its time, which is nobody's fault.
      checks: { pluginTimings: false },
      output: { entryFileNames: '[name].mjs', chunkFileNames: '[name].[hash].mjs' },
    },
  },
});
