import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { build } from 'vite';
import { compressed } from '../../../client/vite/compressed.ts';

/** Builds the bare page with the product's build settings and compression. @returns its folder */
export async function buildBarePage(): Promise<string> {
  const outDir = await mkdtemp(join(tmpdir(), 'cruddur-bare-'));
  await build({
    root: fileURLToPath(new URL('bare', import.meta.url)),
    configFile: false,
    logLevel: 'error',
    plugins: [react(), compressed()],
    build: {
      outDir,
      emptyOutDir: true,
      rolldownOptions: {
        output: {
          entryFileNames: 'static/js/[name].[hash].js',
          assetFileNames: 'static/css/[name].[hash][extname]',
        },
      },
    },
  });
  return outDir;
}
