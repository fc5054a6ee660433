import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { PageRenderer } from '@cruddur/shared';

/** The client's program for making pages, out of the same build as the pages; null when the build has none. */
export async function loadPageRenderer(clientDir: string): Promise<PageRenderer | null> {
  const program = join(clientDir, '.server/render-page.mjs');
  if (!existsSync(program)) return null;
  return (await import(pathToFileURL(program).href)) as PageRenderer;
}
