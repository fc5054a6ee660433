import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Plugin } from 'vite';

/** Writes the placeholder markup of pages as a file, so that the server needs no renderer to read it. */
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
