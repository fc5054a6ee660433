import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** Everything that carries a hash in its name lies under `static/`, so the server may let it be cached for ever. */
export default defineConfig({
  plugins: [react()],
  resolve: { conditions: ['source', 'module', 'browser', 'development|production'] },
  build: {
    outDir: 'dist',
    target: ['chrome123', 'edge123', 'firefox121', 'safari17.5'],
    sourcemap: false,
    manifest: 'manifest.json',
    rollupOptions: {
      output: {
        entryFileNames: 'static/js/[name].[hash].js',
        chunkFileNames: 'static/js/[name].[hash].js',
        assetFileNames: (asset) =>
          asset.names.some((name) => name.endsWith('.css'))
            ? 'static/css/[name].[hash][extname]'
            : 'static/media/[name].[hash][extname]',
      },
    },
  },
});
