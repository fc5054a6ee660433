import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { PageMaker } from '@cruddur/shared';

/** The client's program for making pages, out of the same build as the pages; null when the build has none. */
export async function loadPageMaker(clientDir: string): Promise<PageMaker | null> {
  const program = join(clientDir, '.server/make-page.mjs');
  if (!existsSync(program)) return null;
  return (await import(pathToFileURL(program).href)) as PageMaker;
}
