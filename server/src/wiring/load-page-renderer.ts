import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PageRenderer } from '@cruddur/shared';
import type { Timers } from '../domain/timers.ts';
import { createRenderPool } from '../http/pages/render-pool.ts';

/** The renderer of the client's build, for server-rendered pages; null when the build has none. */
export function loadPageRenderer(
  clientDir: string,
  timers: Timers,
): (PageRenderer & { close(): Promise<void> }) | null {
  const folder = join(clientDir, '.server');
  const file = join(folder, 'render-worker.mjs');
  if (!existsSync(file)) return null;
  const loadingShell = readFileSync(join(folder, 'loading-shell.html'), 'utf8');
  return { ...createRenderPool({ file, timers }), loadingShell };
}
