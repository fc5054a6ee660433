import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** The build for server rendering, with all dependencies bundled: see src/app/server/render-page.tsx and its worker thread. */
export default defineConfig({
  plugins: [react(), loadingShell()],
  publicDir: false,
  ssr: { noExternal: true },
  define: { 'process.env.NODE_ENV': '"production"' },
  build: {
    ssr: true,
    outDir: 'dist/.server',
    target: 'node20',
    minify: true,
    rolldownOptions: {
      input: ['src/app/server/render-page.tsx', 'src/app/server/render-worker.ts'],
      output: { entryFileNames: '[name].mjs', chunkFileNames: '[name].[hash].mjs' },
    },
  },
});

/** Writes the loading shell as a file, so that the server reads it without loading the renderer. */
function loadingShell(): Plugin {
  return {
    name: 'loading-shell',
    apply: ({ build }) => Boolean(build?.ssr),
    async writeBundle({ dir }) {
      if (dir === undefined) return;
      const built = (await import(pathToFileURL(join(dir, 'render-page.mjs')).href)) as {
        loadingShell: string;
      };
      writeFileSync(join(dir, 'loading-shell.html'), built.loadingShell);
    },
  };
}
