import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Plugin } from 'vite';

/** Writes the loading shell as a file, so that the server reads it without loading the renderer. */
export function loadingShell(): Plugin {
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
