import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { PageRenderer } from '@cruddur/shared';

/** The renderer of the client's build, for server-rendered pages; null when the build has none. */
export async function loadPageRenderer(clientDir: string): Promise<PageRenderer | null> {
  const file = join(clientDir, '.server/render-page.mjs');
  if (!existsSync(file)) return null;
  return (await import(pathToFileURL(file).href)) as PageRenderer;
}
