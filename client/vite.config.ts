import react from '@vitejs/plugin-react';
import { defaultClientConditions, defineConfig } from 'vite';

/** Whatever carries a hash in its name lies under `static/`, so that the server may let it be cached for ever. */
export default defineConfig({
  plugins: [react()],
  resolve: { conditions: ['source', ...defaultClientConditions] },
  build: {
    outDir: 'dist',
    // The first browsers that know light-dark(); newer syntax is left as written.
    target: ['chrome123', 'edge123', 'firefox121', 'safari17.5'],
    sourcemap: false,
    manifest: true,
    rolldownOptions: {
      output: {
        entryFileNames: 'static/js/[name].[hash].js',
        chunkFileNames: 'static/js/[name].[hash].js',
        assetFileNames: ({ names }) => {
          const folder = names.some((name) => name.endsWith('.css')) ? 'css' : 'media';
          return `static/${folder}/[name].[hash][extname]`;
        },
      },
    },
  },
});
