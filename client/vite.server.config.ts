import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { charts } from './vite/charts.ts';
import { loadingShell } from './vite/loading-shell.ts';
import { simulation } from './vite/simulation.ts';

/** The build for server rendering, with all dependencies bundled: see src/ssr/render-page.tsx and its worker thread. */
export default defineConfig({
  plugins: [react(), charts(), simulation(), loadingShell()],
  publicDir: false,
  ssr: { noExternal: true },
  define: { 'process.env.NODE_ENV': '"production"' },
  build: {
    ssr: true,
    outDir: 'dist/.server',
    target: 'node20',
    minify: true,
    rolldownOptions: {
      input: ['src/ssr/render-page.tsx', 'src/ssr/render-worker.ts'],
      // The charts plugin is slow by design.
      checks: { bundlerTimings: false },
      output: { entryFileNames: '[name].mjs', chunkFileNames: '[name].[hash].mjs' },
    },
  },
});
